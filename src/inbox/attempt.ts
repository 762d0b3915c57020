import type { Log } from '../log.ts'

/**
 * One run of a handler on a notification.
 *
 * @example
 * async function onPayment(payment: PaymentEvent, { signal, log }: Attempt) {
 *   log.info({ outcome: payment.outcome }, 'told of a payment')
 *   const isProven = payment.evidence !== 'callback' && payment.needsReview.length === 0
 *   if (payment.outcome === 'paid' && isProven) await settle(payment.signed?.reference, payment.amountMinor, { signal })
 * }
 */
export interface Attempt {
  /** Names the notification: the same for every attempt and repeat of it, so it serves as an idempotency key. */
  readonly entryId: string
  /** From 1; it goes on counting when the notification is asked for again. */
  readonly number: number
  /** Whether someone asked for it again. */
  readonly replay: boolean
  /**
   * The id of a notification that was accepted before with the same identity and another amount, reference or phone;
   * null as a rule. Two of them may not both be true: look before you give value.
   */
  readonly conflictsWith: string | null
  /** Aborts at the attempt's time-out, and when the application closes and cannot wait longer. */
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
