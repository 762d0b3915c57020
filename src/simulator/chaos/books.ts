import { type HandledPayment, isHandledAsPaid } from '../checkout/ledger/handled.ts'
import type { BuiltApp } from '../dialogue/run-dialogue.ts'
import type { Simulator } from '../simulator.ts'

/**
 * What the tables of an application hold, for `chaos` to judge. What is left out isn't judged, or by the plugin's inbox
 * alone.
 *
 * @example
 * const books: Books = {
 *   orders: orders.map(({ mobile, quantity, item }) => `${mobile}: ${quantity} x ${item}`),
 *   delivered: deliveries.map(({ reference }) => ({ reference })),
 * }
 */
export interface Books {
  /** A text for each order that stands there: who ordered what. Without its number, so that two of the same read alike. */
  readonly orders?: readonly string[] | undefined
  /**
   * A payment for each delivery, by your reference or by an identifier of the service. Where you deliver for whatever was
   * paid, as a top-up, give its `amount`: else it is worth what was asked. Default: the payments that the plugin's inbox
   * handled as paid.
   */
  readonly delivered?: readonly Delivered[] | undefined
}

/**
 * What was delivered, for which payment.
 *
 * @example
 * const byReference: Delivered = { reference: 'order-17' }
 */
export type Delivered = Omit<HandledPayment, 'outcome' | 'needsReview'>

/**
 * An application that `chaos` builds anew for each story.
 *
 * @example
 * const shop: ChaosApp = {
 *   build: (sim) => buildShop({ client: new MerchantClient(sim.clientOptions), store: memoryStore() }),
 *   books: () => ({ delivered: deliveries }),
 * }
 */
export interface ChaosApp {
  /** The application, as new: with a store in memory, and with tables of its own. It is closed at the end. */
  build(sim: Simulator): BuiltApp | Promise<BuiltApp>
  /** What its tables hold now. Is called after each step. */
  books?(app: BuiltApp): Books | Promise<Books>
}

/** Every delivery as a payment that was handled, and what people have to look at. */
export async function deliveriesOf(sim: Simulator, { delivered }: Books): Promise<readonly HandledPayment[]> {
  const handled = (await sim.handled()) ?? []
  if (delivered === undefined) return handled
  const used = new Set<HandledPayment>()
  const named = delivered.map((delivery) => ({ ...identified(delivery, handled, used), outcome: 'paid' }))
  return [...named, ...handled.filter((payment) => isForPeople(payment, handled))]
}

/** What nobody knew is for people until it is told as paid: then the handler has to deliver. */
function isForPeople(payment: HandledPayment, handled: readonly HandledPayment[]): boolean {
  const { needsReview = [] } = payment
  const isOpen = needsReview.length === 1 && needsReview[0] === 'undetermined'
  return needsReview.length > 0 && !(isOpen && handled.some((one) => isHandledAsPaid(one) && isSame(one, payment)))
}

function isSame(one: HandledPayment, other: HandledPayment): boolean {
  const names = ['checkoutId', 'orderId', 'clientReference'] as const
  return names.some((name) => typeof one[name] === 'string' && one[name] === other[name])
}

/**
 * Your reference may be unknown to the service: the event that had it says which payment it was. Where several had it, one that
 * was handled as paid, and whose delivery isn't named yet.
 */
function identified(delivery: Delivered, handled: readonly HandledPayment[], used: Set<HandledPayment>): Delivered {
  const { reference, checkoutId, orderId, transactionId } = delivery
  if (checkoutId || orderId || transactionId || typeof reference !== 'string') return delivery
  const events = handled.filter((payment) => payment.reference === reference)
  const paid = events.filter(isHandledAsPaid)
  const event = paid.find((payment) => !used.has(payment)) ?? paid[0] ?? events[0]
  if (event === undefined) return delivery
  used.add(event)
  // Its names alone: what was delivered is delivered, and worth what the books say, whatever the event said of it.
  return { ...delivery, checkoutId: event.checkoutId, orderId: event.orderId, transactionId: event.transactionId }
}
