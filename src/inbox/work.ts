import type { Log } from '../log.ts'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import { Notes } from '../pushes/reading/push-problem.ts'
import type { StoredEntry } from '../store/entry.ts'
import { describeError } from '../text/describe-error.ts'
import type { Attempt } from './attempt.ts'
import { type DeliveredKind, type Delivery, deliveryOf } from './delivery.ts'
import { readBodyAgain, readPayload } from './entry.ts'

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

/** Makes the work of the notifications of one kind. */
export interface NotificationWorks<Event extends PushEvent> {
  /** Of a push that has just come. @param newLog makes the logger of its attempts */
  of(event: Event, incoming: Incoming, newLog: (() => Log) | undefined): Work
}

/** Work that is the handler and nothing else. */
export class PlainWorks<Event extends PushEvent> implements NotificationWorks<Event> {
  readonly #kind: DeliveredKind<Event>

  constructor(kind: DeliveredKind<Event>) {
    this.#kind = kind
  }

  of(event: Event, _incoming: Incoming, newLog: (() => Log) | undefined): Work {
    return deliveryOf(this.#kind, event, newLog)
  }
}

/**
 * The work of an entry whose event is not at hand.
 *
 * @throws PushProblem when it cannot be read as its kind
 */
export function readWork<Event extends PushEvent>(
  { push, country }: DeliveredKind<Event>,
  works: NotificationWorks<Event>,
  { form, payload, receivedAt }: StoredEntry,
): Work {
  const incoming = form === 'push' ? readPayload(payload) : readBodyAgain(payload)
  // What was odd was told when it came.
  const event = push.read(incoming, { receivedAt: new Date(receivedAt), country, notes: new Notes() })
  return works.of(event, incoming, undefined)
}
