import type { Clock } from '../clock.ts'
import { begun } from '../is-thenable.ts'
import type { Log } from '../log.ts'
import type { StoredEntry } from '../store/entry.ts'
import type { Claim, InboxStore, Reviewed, Settlement } from '../store/inbox-store.ts'
import { logError } from '../text/describe-error.ts'
import { trace } from '../trace/moments.ts'
import {
  type AttemptEnd,
  type DeliveryReports,
  type EndedAttempt,
  type EndedRun,
  recordAttempt,
} from './attempt-run.ts'
import type { DeadNotification, Delivery, EntryReviewReason, Instead, Retry } from './work.ts'

/** What ends are judged with. */
export interface EndingsSettings {
  readonly store: InboxStore
  /** Whether what fails is tried again; where nothing is kept, whoever retries is the service, for as long as its request waits. */
  readonly retries: boolean
  readonly clock: Clock
  /** From 0 up to but not including 1. */
  readonly random: () => number
  readonly reports: DeliveryReports
  readonly settling: Settling
  /** Is called when the store was told of a dead one: a request may have come while `onDead` ran. */
  readonly gaveUp: (id: string, end: AttemptEnd) => void
}

/** Decides what becomes of an entry after its handler, or in its place, and tells the store. */
export class Endings {
  readonly #settings: EndingsSettings

  constructor(settings: EndingsSettings) {
    this.#settings = settings
  }

  /**
   * Its handler has run.
   *
   * @param isAwaited whether a request waits for it: its sender hears that it failed, and may repeat it
   * @returns ms until it is retried; undefined where it isn't
   */
  handled(claim: Claim, ended: EndedAttempt, end: AttemptEnd, isAwaited: boolean): number | undefined {
    const { reports, retries, random, store, settling, gaveUp } = this.#settings
    const { delivery, entry } = ended
    const failures = entry.failures + 1
    const review = reviewedAs(entry, delivery.reviewOf(entry))
    if (end.ok) {
      reports.handled(ended)
      settling.settle(claim, { state: 'done', attempt: recordAttempt(ended, end, delivery.note), ...review }, ended)
    } else if (end.isHandedBack) {
      this.handedBack(claim)
    } else if (store.hasEnded?.(claim)) {
      reports.failedTooLate(ended, end.error)
      settling.settle(claim, { state: 'done', attempt: recordAttempt(ended, { ok: true }, delivery.note), ...review })
    } else if (!retries && isAwaited && delivery.isFound !== true) {
      reports.failed(ended, end.error, null)
      // Its sender may repeat it, and may not: until it is handled a person should look at it.
      const unhandled = reviewedAs(entry, delivery.reviewOfDead(entry))
      settling.settle(claim, { state: 'dead', attempt: recordAttempt(ended, end, delivery.note), ...unhandled }, ended)
    } else if (failures < delivery.retry.attempts) {
      const retryIn = backOff(failures, delivery.retry, random)
      reports.failed(ended, end.error, retryIn)
      settling.settle(claim, { state: 'waiting', retryIn, attempt: recordAttempt(ended, end, delivery.note) }, ended)
      return retryIn
    } else {
      reports.dead(ended, end.error)
      const attempt = recordAttempt(ended, end, delivery.note)
      const settlement = { state: 'dead', attempt, ...reviewedAs(entry, delivery.reviewOfDead(entry)) } as const
      this.#giveUp(ended, end.error).then(() => {
        settling.settle(claim, settlement, ended)
        gaveUp(entry.id, end)
      })
    }
    return undefined
  }

  /** Its handler is not called. */
  instead(claim: Claim, run: EndedRun, instead: Instead): void {
    const { reports, settling } = this.#settings
    reports.instead(run, instead)
    if (instead.state === 'later') {
      // Stores keep whole ms: one that refused a fraction would be told it again for ever.
      this.handedBack(claim, { retryIn: Math.ceil(instead.retryIn), reason: instead.why })
    } else if (instead.state === 'rejected') {
      settling.settle(claim, { state: 'rejected', reason: instead.why, ...reviewedAs(run.entry, instead.review ?? []) })
    } else if (instead.state === 'dead') {
      settling.settle(claim, {
        state: 'dead',
        attempt: recordAttempt(run, { ok: false, error: instead.error }, undefined),
        ...reviewedAs(run.entry, instead.review ?? []),
      })
    } else {
      const attempt = recordAttempt(run, { ok: true }, instead.why)
      settling.settle(claim, { state: 'done', attempt, ...reviewedAs(run.entry, []) })
    }
  }

  /** It counts as not tried; due at once, or when and for what `later` says. */
  handedBack(claim: Claim, later?: { readonly retryIn: number; readonly reason?: string }): void {
    this.#settings.settling.settle(claim, { state: 'handedBack', ...later })
  }

  /** It cannot be read any more. */
  unreadable(claim: Claim, reason: string): void {
    this.#settings.settling.settle(claim, { state: 'rejected', reason })
  }

  async #giveUp(ended: EndedAttempt, error: unknown): Promise<void> {
    const { clock, reports } = this.#settings
    const { delivery, entry, attempt } = ended
    const record = recordAttempt(ended, { ok: false, error }, delivery.note)
    const dead = {
      id: entry.id,
      attempts: entry.failures + 1,
      made: [...entry.attempts, record],
      error,
      log: attempt.log,
    }
    try {
      await giveUp(delivery, dead, clock)
    } catch (failure) {
      reports.onDeadFailed(ended, failure)
    }
  }
}

/**
 * The wait before the next attempt: anything up to a span that doubles, so that what failed together does not come
 * back together.
 *
 * @param failures so far, from 1
 * @param random from 0 up to but not including 1
 */
export function backOff(
  failures: number,
  { minDelay, maxDelay }: Pick<Retry, 'minDelay' | 'maxDelay'>,
  random: () => number,
): number {
  const doubled = Math.min(failures - 1, mostDoublings)
  const span = Math.min(maxDelay, minDelay * 2 ** doubled)
  return Math.ceil(random() * span)
}

// From 1 ms to more than a timer holds.
const mostDoublings = 31

/**
 * Tells the merchant of a notification that is dead, before the store knows: so it is told at least once. It may take
 * as long as an attempt.
 *
 * @throws what `onDead` throws
 */
async function giveUp(delivery: Delivery, dead: DeadNotification, clock: Clock): Promise<void> {
  const late = Promise.withResolvers<void>()
  const cancel = clock.after(delivery.retry.timeout, () => {
    late.reject(new Error(`onDead took longer than ${delivery.retry.timeout} ms`))
  })
  try {
    await Promise.race([delivery.giveUp(dead), late.promise])
  } finally {
    cancel()
  }
}

/** What claims are settled with. */
export interface SettlingSettings {
  readonly store: InboxStore
  readonly clock: Clock
  readonly log: Log
  /** Is called when a claim is settled: there is room for another. */
  readonly settled: () => void
  /** Is called when another process has taken an entry over whose handler has run here. */
  readonly lost: (ended: EndedAttempt) => void
  /** Is called when the store knows that a person should look at an entry. */
  readonly needsReview: (entry: StoredEntry, reasons: readonly string[]) => void
}

/** Tells the store how claims ended, for as long as it takes: what it is not told is done again by somebody. */
export class Settling {
  readonly #settings: SettlingSettings
  readonly #persistence: Persistence
  #open = 0
  #isClosing = false
  #idle: (() => void) | undefined

  constructor(settings: SettlingSettings) {
    this.#settings = settings
    const { clock, log } = settings
    this.#persistence = { clock, log, what: 'settling', goesOn: () => !this.#isClosing }
  }

  /** Claims of which the store does not know yet. */
  get open(): number {
    return this.#open
  }

  /** @param ended whoever has to be told when another process has taken the entry over; left out where nobody has */
  settle(claim: Claim, settlement: Settlement, ended?: EndedAttempt): void {
    const { store } = this.#settings
    this.#open++
    const settle = () => store.settle(claim, settlement)
    const settled = (isHeld: boolean | undefined) => this.#settled({ claim, settlement, ended }, isHeld)
    const told = begun(settle)
    if (typeof told === 'boolean') settled(told)
    else told.then(settled, () => persist(settle, this.#persistence, told).then(settled))
  }

  /** @param isHeld undefined where the store could not be told */
  #settled({ claim, settlement, ended }: Told, isHeld: boolean | undefined): void {
    const reasons = 'review' in settlement ? settlement.review : undefined
    this.#open--
    if (isHeld !== undefined && trace.settled.hasSubscribers) trace.settled.publish({ ids: [claim.entry.id] })
    if (isHeld === false && ended !== undefined) this.#settings.lost(ended)
    if (isHeld === true && reasons !== undefined && reasons.length > 0) this.#settings.needsReview(claim.entry, reasons)
    this.#settings.settled()
    if (this.#open === 0) this.#idle?.()
  }

  /** Resolves when the store knows of all, or could not be told, or does not answer: what it doesn't know is done again by somebody. */
  async close(most: number): Promise<void> {
    this.#isClosing = true
    if (this.#open === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#idle = resolve
    const cancel = this.#settings.clock.after(Math.min(longestClose, most), resolve)
    await promise
    cancel()
  }
}

/** What the store was told. */
interface Told {
  readonly claim: Claim
  readonly settlement: Settlement
  readonly ended: EndedAttempt | undefined
}

/** What is done again until it succeeds. */
export interface Persistence {
  readonly clock: Clock
  readonly log: Log
  /** Names it in the log. */
  readonly what: string
  /** Whether it is still worth it: asked after each failure. */
  readonly goesOn: () => boolean
}

/**
 * Does what a store may refuse for a while, again and again, with a wait that grows to five seconds.
 *
 * @param first what is under way already
 * @returns undefined when it was given up
 */
export async function persist<T>(
  operation: () => Promise<T> | T,
  { clock, log, what, goesOn }: Persistence,
  first: Promise<T> | T = begun(operation),
): Promise<T | undefined> {
  let underWay = first
  for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 2)) {
    try {
      return await underWay
    } catch (error) {
      if (!goesOn()) return undefined
      if (wait === firstWait) logError(log, 'warn', error, `${what} has to wait for the store`)
    }
    await new Promise<void>((resolve) => clock.after(wait, resolve))
    underWay = begun(operation)
  }
}

// ms
const firstWait = 100
const longestWait = 5_000
/** ms. So long the store has for what is under way when the application closes. */
export const longestClose = 5_000
/** ms. At least so long it has for what ended when the time for all that runs was over. */
export const timeToWrite = 1_000

/** What the end of an entry says of its review: only one that was asked for again can have one already. */
export function reviewedAs({ replay }: Pick<StoredEntry, 'replay'>, reasons: readonly EntryReviewReason[]): Reviewed {
  return reasons.length > 0 || replay ? { review: reasons } : unreviewed
}

const unreviewed: Reviewed = Object.freeze({})
