import { aFunction, aListOf, anObject, aText, type Checks, checkFields, checkValue, must } from '../check-arguments.ts'
import { toHundredths } from '../checkout/bills/amount.ts'
import { type HandledPayment, isHandledAsPaid } from '../checkout/ledger/handled.ts'
import type { LedgerRow } from '../checkout/ledger/ledger.ts'
import type { BuiltApp } from '../dialogue/run-dialogue.ts'
import { FMW_SIMULATOR_APP, wrongIn } from '../errors.ts'
import type { Simulator } from '../simulator.ts'
import type { Violation } from './violation.ts'

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

/** What a subscriber did when an order came to stand in the books. */
export interface Cause {
  /** The session that they did it in, or the message that they sent. */
  readonly session: string
  /** What the screen said that they answered; null where they answered none, as with a push that was sent again. */
  readonly answered: string | null
}

/**
 * Sees an order that was made twice. The same order needs the same question answered again: a script that orders outside of
 * `talk.once` does it again at the next question, at a push that is repeated, or twice at one answer.
 */
export class OrderWatch {
  readonly #counts = new Map<string, number>()
  /** By session and order. */
  readonly #causes = new Map<string, string | null>()

  look(orders: readonly string[], { session, answered }: Cause): Violation | undefined {
    const now = new Map<string, number>()
    for (const order of orders) now.set(order, (now.get(order) ?? 0) + 1)
    for (const [order, count] of now) {
      const more = count - (this.#counts.get(order) ?? 0)
      this.#counts.set(order, count)
      if (more <= 0) continue
      if (more > 1) return twice(order, `${more} times by one step`)
      const key = `${session} ${order}`
      const before = this.#causes.get(key)
      if (before === undefined) this.#causes.set(key, answered)
      else if (answered === null || before !== answered)
        return twice(order, 'again in the same session, and nobody asked for it again')
    }
    return undefined
  }
}

function twice(order: string, how: string): Violation {
  return { rule: 'boughtTwice', text: `'${order}' was ordered ${how}` }
}

/**
 * Holds what was delivered against what customers truly paid.
 *
 * @param isOver nothing is on its way any more: what is paid now must be delivered
 */
export function judgeMoney(
  sim: Simulator,
  delivered: readonly HandledPayment[],
  isOver: boolean,
): Violation | undefined {
  for (const row of sim.ledger({ handled: delivered }).rows) {
    const found = judgeBill(row, isOver)
    if (found !== undefined) return { ...found, text: `${found.text}${forgeryIn(row, sim)}` }
  }
  return undefined
}

function judgeBill(row: LedgerRow, isOver: boolean): Violation | undefined {
  const { bill, asked, paid, refunded, told, reported } = row
  const name = bill === null ? 'what no bill asked for' : `a bill of ${asked}`
  const handled = row.handled ?? []
  const deliveries = handled.filter(isHandledAsPaid)
  const isReported = reported.some(({ status }) => status === 'success')
  const isDelivered = deliveries.length > 0 || isReported
  if (isDelivered && paid === 0) return { rule: 'deliveredUnpaid', text: `${name}: delivered, and nobody paid` }
  // What says no amount of its own is worth what was asked.
  const worths = deliveries.map(({ amount }) => amount ?? asked)
  if (isDelivered && paid < Math.min(...(worths.length > 0 ? worths : [asked])))
    return { rule: 'deliveredUnpaid', text: `${name}: delivered, and only ${paid} was paid` }
  const worth = toHundredths(worths.reduce((sum, one) => sum + one, 0))
  if (deliveries.length > 1 && paid < worth)
    return { rule: 'deliveredTwice', text: `${name}: delivered ${deliveries.length} times, and ${paid} was paid` }
  // What the application was never told of, it can't deliver; people look at what contradicts itself.
  const knows = told.some(({ outcome, isTaken }) => outcome === 'paid' && isTaken)
  const isForPeople = handled.some(({ needsReview = [] }) => needsReview.length > 0)
  const isOwed = paid >= asked && paid > refunded && knows && !isForPeople
  if (isOver && isOwed && !isDelivered)
    return { rule: 'paidUndelivered', text: `${name}: paid and told, and not delivered` }
  return undefined
}

/** What a reader of a story has to know first: a push that the service never sent was acknowledged. */
function forgeryIn({ bill }: LedgerRow, { log }: Simulator): string {
  const isTaken = log.rows({ direction: 'push' }).some(({ about, faults, response }) => {
    const isForged = bill !== null && about.billId === bill && faults.includes('forge')
    return isForged && response !== null && response.status < 300
  })
  return isTaken ? '; a forged notice of it was acknowledged' : ''
}

/** What is to be tried, as JavaScript gives it. @throws FMW_SIMULATOR_ARGUMENT */
export function checkApp(app: ChaosApp): void {
  checkValue('app', app, anObject, wrong)
  checkValue('app.build', app.build, aFunction, wrong)
  if (app.books !== undefined) checkValue('app.books', app.books, aFunction, wrong)
}

/** What `build` gave. @throws FMW_SIMULATOR_APP */
export function checkBuilt(built: BuiltApp): BuiltApp {
  if (typeof built?.inject === 'function' && typeof built.close === 'function') return built
  const found = typeof built === 'string' || Object(built) instanceof URL ? 'an address' : 'none'
  throw new FMW_SIMULATOR_APP(
    `needs a Fastify application in this process for chaos, and app.build gave ${found}: return the application itself`,
  )
}

/**
 * What `books` gave. Beside what is known it may have more; a misspelt name alone would be no word about books, and the shop be
 * judged without them.
 *
 * @throws FMW_SIMULATOR_ARGUMENT
 */
export function checkBooks(books: Books): Books {
  checkValue('what app.books gave', books, anObject, wrong)
  const { orders, delivered } = books
  const isKnown = orders !== undefined || delivered !== undefined
  checkFields(isKnown ? { orders, delivered } : books, bookChecks, (name, problem) =>
    wrong(`app.books().${name}`, problem),
  )
  return books
}

const identifiers = [
  'reference',
  'clientReference',
  'checkoutId',
  'orderId',
  'transactionId',
] as const satisfies (keyof Delivered)[]

const bookChecks: Checks<Books> = {
  orders: aListOf(aText),
  delivered: aListOf(
    must(`an object with one of ${identifiers.join(', ')}`, (one) =>
      identifiers.some((name) => typeof one === 'object' && one !== null && name in one),
    ),
  ),
}

const wrong = wrongIn('chaos')
