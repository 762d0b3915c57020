import type { HandlerLog } from '../log.ts'
import type { OnceOptions } from '../store/effects/effects.ts'
import type { AsJson } from '../store/effects/recorded.ts'

/**
 * One run of a handler on a notification.
 *
 * @example
 * async function onCheckout(payment: CheckoutEvent, { signal, log }: Attempt) {
 *   log.info({ outcome: payment.outcome }, 'told of a payment')
 *   if (mayDeliver(payment, await dueOf(payment.reference))) await settle(payment.reference, { signal })
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
   * The id of an earlier notification with the same identity and another amount, reference or phone; or that said paid,
   * where this one says failed or cancelled, or refunded, where this one says paid. Usually null. They can't both be true: look before you deliver.
   */
  readonly conflictsWith: string | null
  /** Aborts when the attempt times out, and when the application closes and can't wait longer. */
  readonly signal: AbortSignal
  /** A logger that names the kind and the notification. */
  readonly log: HandlerLog
  /**
   * Does something that must not be done twice for this notification, such as sending a receipt, however often its handler
   * is tried or replayed within 30 days. Later attempts get its recorded result. It is recorded before it begins, so a kill
   * doesn't repeat it.
   *
   * An effect that throws counts as not done: the error comes through, and the next attempt does it again, with the same
   * key. If an error of the client says `isUncertain`, or the effect uses `signal` and throws after that aborted, it may have
   * been done, and the next attempt calls `recover`.
   *
   * @param name of the effect in this handler: 1 to 64 letters, digits, `-` and `_`. One name is one effect
   * @param effect gets the key: 32 hexadecimal digits, the same at every attempt. Use it as `clientReference` or as a
   * unique column
   * @returns the result as JSON gives it back, at most 32,768 characters
   * @throws what the effect threw; FMW_EFFECT_UNKNOWN if it isn't known whether it was done, and there is no `recover`, or
   * it threw; FMW_ONCE for a wrong name, effect or option, or inside its own effect; FMW_STORE_UNAVAILABLE if the store can't be asked: nothing was
   * done
   * @example
   * await attempt.once('receipt', (key) => client.messages.send({ ...receipt, clientReference: key }))
   */
  once<Value>(
    name: string,
    effect: (key: string) => Value | Promise<Value>,
    options?: OnceOptions<Value>,
  ): Promise<AsJson<Value>>
}
