import type { Log } from '../log.ts'

/**
 * One run of a handler on a notification.
 *
 * @example
 * async function onPayment(payment: PaymentEvent, { signal, log }: Attempt) {
 *   log.info({ outcome: payment.outcome }, 'told of a payment')
 *   const isProven = payment.evidence !== 'callback' && payment.needsReview.length === 0
 *   if (payment.outcome === 'paid' && isProven) await settle(payment.reference, payment.amountMinor, { signal })
 * }
 */
export interface Attempt {
  /** The id of the notification. It is the same for every attempt and repeat, so use it as an idempotency key. */
  readonly entryId: string
  /** The number of this attempt, from 1. A replay continues to count. */
  readonly number: number
  /** Whether somebody replayed it. */
  readonly replay: boolean
  /**
   * The id of an earlier notification with the same identity and another amount, reference or phone. Usually null. They
   * can't both be true: look before you deliver.
   */
  readonly conflictsWith: string | null
  /** Aborts when the attempt times out, and when the application closes and can't wait longer. */
  readonly signal: AbortSignal
  /** A logger that names the kind and the notification. */
  readonly log: Log
}

/** What an attempt knows without asking. */
export type AttemptFacts = Pick<Attempt, 'entryId' | 'number' | 'replay' | 'conflictsWith'>

/** An attempt that runs. What costs something is made at first use: most handlers use none of it. */
export class ActiveAttempt implements Attempt {
  readonly entryId: string
  readonly number: number
  readonly replay: boolean
  readonly conflictsWith: string | null
  readonly #newLog: () => Log
  #log: Log | undefined
  #controller: AbortController | undefined
  #abortedFor: Error | undefined

  constructor({ entryId, number, replay, conflictsWith }: AttemptFacts, newLog: () => Log) {
    this.entryId = entryId
    this.number = number
    this.replay = replay
    this.conflictsWith = conflictsWith
    this.#newLog = newLog
  }

  get log(): Log {
    this.#log ??= this.#newLog()
    return this.#log
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#abortedFor !== undefined) this.#controller.abort(this.#abortedFor)
    }
    return this.#controller.signal
  }

  abort(reason: Error): void {
    this.#abortedFor = reason
    this.#controller?.abort(reason)
  }
}
