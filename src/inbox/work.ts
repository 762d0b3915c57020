import type { Log } from '../log.ts'
import { describeError } from '../text/describe-error.ts'
import type { Attempt } from './attempt.ts'
import type { Delivery } from './delivery.ts'

/** What is to be done about an entry: its handler is called, or something is found out before that. */
export type Work = Delivery | Preparation

/**
 * Work that begins with finding out what is to be done: what the service says of a payment, whether a report is due.
 * It ends by itself in its own time, and counts as no attempt of a handler.
 */
export interface Preparation {
  /** Whether it waits for others, or for the store alone: of the former only so many are under way at once. */
  readonly waitsForOthers: boolean
  /** Makes the logger of its attempts; that of the request where there is one. */
  readonly newLog: (() => Log) | undefined
  /**
   * @param attempt its signal aborts when the application closes
   * @param kept ms that the entry has really been open, where the store counts it
   */
  prepare(attempt: Attempt, kept?: number): Promise<Delivery | Instead>
  /** Sees to it that news is not lost where the same comes again after it was done. @throws FMW_STORE_UNAVAILABLE */
  cameAgain?(): Promise<void>
}

/** What becomes of an entry whose handler is not called. */
export type Instead =
  /** Nothing is left to do. `successor`: the id of the entry that goes on in its place. */
  | { readonly state: 'done'; readonly why: string; readonly successor?: string | undefined }
  /** It is too early, or nobody can say so far: it is looked at again after `retryIn` ms. `payload`: what it is kept as until then. */
  | { readonly state: 'later'; readonly retryIn: number; readonly why: string; readonly payload?: Uint8Array }
  /** It is not what it says, and is kept for people. */
  | { readonly state: 'rejected'; readonly why: string; readonly successor?: string | undefined }
  /** It is given up, and kept for people. */
  | { readonly state: 'dead'; readonly error: Error }

/** Whether something is to be found out first. */
export function isPreparation(work: Work): work is Preparation {
  return 'prepare' in work
}

/** Whether the handler is not to be called. */
export function isInstead(prepared: Delivery | Instead): prepared is Instead {
  return 'state' in prepared
}

/** Puts off what the store could not do. */
export function untilStoreIsBack(error: unknown): Instead {
  return { state: 'later', retryIn: storePause, why: describeError(error).message }
}

// ms
const storePause = 1_000
