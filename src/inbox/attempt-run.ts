import type { ChainLink } from '../chain.ts'
import type { Clock } from '../clock.ts'
import { isThenable, settledOnce } from '../is-thenable.ts'
import type { HandlerLog } from '../log.ts'
import type { Effects, OnceOptions } from '../store/effects/effects.ts'
import type { AsJson } from '../store/effects/recorded.ts'
import type { AttemptRecord, StoredEntry } from '../store/entry.ts'
import type { InboxStore } from '../store/inbox-store.ts'
import { lineOfError } from '../text/describe-error.ts'
import type { Attempt } from './attempt.ts'
import { FMW_ATTEMPT_TIMEOUT } from './errors.ts'
import { checkOnce, doOnce } from './once.ts'
import type { Delivery, Instead } from './work.ts'

/** What an attempt knows without asking. */
export type AttemptFacts = Pick<Attempt, 'entryId' | 'number' | 'replay' | 'conflictsWith'>

/** An attempt that runs. What costs something is made at first use: most handlers use none of it. */
export class ActiveAttempt implements Attempt {
  readonly entryId: string
  readonly number: number
  readonly replay: boolean
  readonly conflictsWith: string | null
  readonly #newLog: () => HandlerLog
  readonly #effects: Effects
  #log: HandlerLog | undefined
  #controller: AbortController | undefined
  /** Why its signal has aborted, if it has. */
  abortedFor: Error | undefined = undefined

  constructor({ entryId, number, replay, conflictsWith }: AttemptFacts, newLog: () => HandlerLog, effects: Effects) {
    this.entryId = entryId
    this.number = number
    this.replay = replay
    this.conflictsWith = conflictsWith
    this.#newLog = newLog
    this.#effects = effects
  }

  get log(): HandlerLog {
    this.#log ??= this.#newLog()
    return this.#log
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.abortedFor !== undefined) this.#controller.abort(this.abortedFor)
    }
    return this.#controller.signal
  }

  /** Whether somebody has asked for its signal. */
  get hasSignal(): boolean {
    return this.#controller !== undefined
  }

  async once<Value>(
    name: string,
    effect: (key: string) => Value | Promise<Value>,
    options: OnceOptions<Value> = {},
  ): Promise<AsJson<Value>> {
    return doOnce(this, this.#effects, { name, effect, recover: checkOnce(name, effect, options) })
  }

  abort(reason: Error): void {
    this.abortedFor = reason
    this.#controller?.abort(reason)
  }
}

/** How a run of a handler ended. */
export type AttemptEnd =
  | { readonly ok: true }
  /** `isHandedBack`: it was stopped before its time, and counts as not tried. */
  | { readonly ok: false; readonly error: unknown; readonly isHandedBack?: true }

/** What decides when a run is over, besides its handler. */
export interface AttemptRunParts {
  readonly clock: Clock
  readonly store: Pick<InboxStore, 'transactionOf'>
}

/** A run of a handler: it ends once, whatever the handler does after that. */
export class AttemptRun implements ChainLink<AttemptRun> {
  /** Its neighbours among those that run. */
  earlier: AttemptRun | undefined = undefined
  later: AttemptRun | undefined = undefined
  readonly #delivery: Delivery
  readonly #attempt: ActiveAttempt
  readonly #parts: AttemptRunParts
  readonly #ended: (end: AttemptEnd) => void
  #cancelTimeout: (() => void) | undefined
  #isOver = false

  constructor(delivery: Delivery, attempt: ActiveAttempt, parts: AttemptRunParts, ended: (end: AttemptEnd) => void) {
    this.#delivery = delivery
    this.#attempt = attempt
    this.#parts = parts
    this.#ended = ended
  }

  /** Calls the handler. One that answers at once has ended when this returns; no timer is armed for it. */
  begin(): void {
    let coming: Promise<unknown> | undefined
    try {
      const result: unknown = this.#delivery.handle(this.#attempt)
      // What a handler returns may throw when it is looked at.
      if (isThenable(result)) coming = settledOnce(result)
    } catch (error) {
      this.#returned({ ok: false, error })
      return
    }
    if (coming === undefined) {
      this.#returned(succeeded)
      return
    }
    this.#limitTime()
    coming.then(
      () => this.#returned(succeeded),
      (error: unknown) => this.#returned({ ok: false, error }),
    )
  }

  /** Ends it because nobody can wait longer, through no fault of the handler. */
  handBack(error: Error): void {
    this.#attempt.abort(error)
    this.#end({ ok: false, error, isHandedBack: true })
  }

  /** Ends it before its time. A handler that goes on is told by its signal, and is not looked at again. */
  stop(error: Error): void {
    this.#attempt.abort(error)
    this.#end({ ok: false, error })
  }

  /** Its transaction may be open yet, where the handler didn't wait for it: what becomes of that decides. */
  #returned(end: AttemptEnd): void {
    const transaction = this.#parts.store.transactionOf?.(this.#attempt)
    if (transaction === undefined) {
      this.#end(end)
      return
    }
    this.#limitTime()
    transaction.then(
      () => this.#end(end),
      (error: unknown) => this.#end(end.ok ? { ok: false, error } : end),
    )
  }

  #limitTime(): void {
    const { timeout } = this.#delivery.retry
    this.#cancelTimeout ??= this.#parts.clock.after(timeout, () => this.stop(new FMW_ATTEMPT_TIMEOUT(timeout)))
  }

  #end(end: AttemptEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancelTimeout?.()
    this.#ended(end)
  }
}

const succeeded: AttemptEnd = Object.freeze({ ok: true })

/** An attempt as it is remembered: what went wrong in one line, masked. */
export function recordAttempt(run: EndedRun, end: AttemptEnd, note: string | undefined): AttemptRecord {
  const { entry, number, startedAt, ms } = run
  const attempt = { number, startedAt, ms, replay: entry.replay, error: end.ok ? null : errorLine(end.error) }
  return note === undefined ? attempt : { ...attempt, note: fitting(note) }
}

/** The number of the next attempt: it goes on counting over replays. */
export function nextNumber({ attempts }: StoredEntry): number {
  return (attempts.at(-1)?.number ?? 0) + 1
}

/** An error in one line, masked. */
export function errorLine(error: unknown): string {
  // Whatever a handler throws must fit every store.
  return fitting(lineOfError(error))
}

function fitting(text: string): string {
  return text.slice(0, longestError).toWellFormed().replaceAll('\0', ' ')
}

const longestError = 1_000

/** A run on an entry, whatever it came to. */
export interface EndedRun {
  readonly entry: StoredEntry
  readonly attempt: Attempt
  /** From 1. */
  readonly number: number
  /** Epoch ms. */
  readonly startedAt: number
  /** How long it took, ms. */
  readonly ms: number
}

/** A run of a handler that has ended. */
export interface EndedAttempt extends EndedRun {
  readonly delivery: Delivery
}

/** What happens to notifications, for logs and counts. */
export interface DeliveryReports {
  handled(ended: EndedAttempt): void
  /** It failed and is tried again after `retryIn` ms; null where whoever retries is the service. */
  failed(ended: EndedAttempt, error: unknown, retryIn: number | null): void
  /** It failed after a transaction of its own had ended the entry: it is done. */
  failedTooLate(ended: EndedAttempt, error: unknown): void
  /** It failed for the last time. */
  dead(ended: EndedAttempt, error: unknown): void
  /** Its handler was not called: what became of it in its place. */
  instead(ended: EndedRun, instead: Instead): void
  /** No handler here receives its kind; it waits for one that does. */
  unserved(entry: StoredEntry): void
  /** What was kept cannot be read as its kind any more. */
  unreadable(entry: StoredEntry, error: unknown): void
  /** Another process took the entry over while the handler ran. */
  lost(ended: EndedAttempt): void
  /** A person should look at it: the store knows. */
  needsReview(entry: StoredEntry, reasons: readonly string[]): void
  /** `onDead` failed. */
  onDeadFailed(ended: EndedAttempt, error: unknown): void
}
