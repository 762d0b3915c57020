import type { Instead } from '../../inbox/work.ts'
import { type Log, logSafely } from '../../log.ts'
import { FMW_STORE_UNAVAILABLE } from '../../store/errors.ts'
import { describeError } from '../../text/describe-error.ts'
import type { Patience } from '../rules/expected-payment.ts'

/** A payment of which nothing could be found out. */
export interface Troubled {
  readonly log: Log
  /** ms since it was told of, or asked for. */
  readonly age: number
  /** ms */
  readonly giveUpAfter: number
}

/**
 * What becomes of a preparation that failed. What the store is to blame for goes by itself. Everything else is a mistake of
 * the application: people must hear of it, and have time to correct it, before the payment is given up.
 */
export function afterTrouble(error: unknown, of: Troubled, giveUp: (why: string) => Instead): Instead {
  const { log, age, giveUpAfter } = of
  const err = describeError(error)
  const passes = error instanceof FMW_STORE_UNAVAILABLE
  if (!passes) logSafely(log, 'error', { err }, 'what became of a payment cannot be told')
  return passes || age < giveUpAfter ? later(err.message, age) : giveUp(err.message)
}

/**
 * It is looked at when what tells of it has had time to come: at most as long as it has, since a clock that was ahead when it
 * began must not hold it up.
 *
 * @param after ms that it has
 */
export function tooEarly(whatTells: 'callback' | 'notice', age: number, after: number): Instead {
  const why = `looked at when its ${whatTells} has had time to come`
  return { state: 'later', retryIn: Math.min(after - age, after), why }
}

/** It is looked at again, the later the older it is. @param age ms */
export function later(why: string, age: number): Instead {
  return { state: 'later', retryIn: lookAgainIn(age), why }
}

/**
 * When to look again at what is not settled yet: after a quarter of its age, so that a new payment is looked at every
 * few seconds, and an old one costs little. ms
 */
export function lookAgainIn(age: number): number {
  return Math.min(Math.max(Math.ceil(age / 4), soonest), latest)
}

/** How old a failure is when the service is first asked whether a later try was paid. ms */
export function firstLookAfterFailure({ after, giveUpAfter }: Patience): number {
  return Math.max(after, giveUpAfter / growth ** 4)
}

/** When to ask so again: five questions at most, the last after `giveUpAfter`. ms; undefined after the last */
export function nextLookAfterFailure(age: number, { giveUpAfter }: Patience): number | undefined {
  return age < giveUpAfter ? Math.min(age * (growth - 1), giveUpAfter - age) : undefined
}

// Each question after a failure comes at so many times the age of the one before.
const growth = 4
// ms
const soonest = 1_000
const latest = 3_600_000

/** What the age of an entry is counted by. */
export interface Aged {
  /** As the store counts it, ms; undefined where the store tells the time, and dates are by that. */
  readonly kept: number | undefined
  /** How old it was when it was put into the inbox, ms. */
  readonly before: number
  /** When it began, epoch ms. */
  readonly since: number
  /** Epoch ms. */
  readonly now: number
  /** Whether somebody asked for it again. */
  readonly replay: boolean
}

/**
 * How old what an entry is about is, ms. By the span that the store has really kept it: a calendar that was set must not
 * give anything up, nor hold it up. What somebody asks for again has waited long, whatever this process has seen of it.
 */
export function ageOf({ kept, before, since, now, replay }: Aged): number {
  const byDate = now - since
  if (kept === undefined) return Math.max(byDate, before)
  return replay ? Math.max(kept + before, byDate) : kept + before
}
