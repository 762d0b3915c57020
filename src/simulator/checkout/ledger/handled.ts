import { addressParameters } from '../../../payments/rules/address-parameters.ts'
import type { Bill, World } from '../../world/world.ts'
import { truthOf } from './truth.ts'

/**
 * A payment as a handler got it: an event of the plugin, or as much of one as names the bill.
 *
 * @example
 * const payment: HandledPayment = { outcome: 'paid', amount: 50, clientReference: 'order-17' }
 * sim.ledger({ handled: [payment] }).isClean
 */
export interface HandledPayment {
  readonly outcome: string
  readonly amount?: number | null | undefined
  /** Why a person must look at it, as the plugin says: such a payment is neither handled as paid nor lost. */
  readonly needsReview?: readonly string[] | undefined
  readonly checkoutId?: string | null | undefined
  readonly orderId?: string | null | undefined
  readonly transactionId?: string | null | undefined
  readonly clientReference?: string | null | undefined
  readonly reference?: string | null | undefined
}

/** What a person must look at isn't handled as paid. */
export function isHandledAsPaid({ outcome, needsReview = [] }: HandledPayment): boolean {
  return outcome === 'paid' && needsReview.length === 0
}

/**
 * The bill of each handled payment, by what is the service's own first: a reference may be whatever somebody wrote, and bills
 * may share one, as where a phone is asked again. What was handled as paid is for one that was paid, each for its own.
 */
export function billsOf(
  handled: readonly HandledPayment[],
  world: World,
): ReadonlyMap<HandledPayment, Bill | undefined> {
  const found = new Map(handled.map((payment) => [payment, billById(payment, world)]))
  const settled = new Set(handled.filter(isHandledAsPaid).map((payment) => found.get(payment)))
  const byName = billsByName(world)
  for (const payment of handled) {
    if (found.get(payment) !== undefined) continue
    // One with identifiers that nobody knows isn't of this world: another of the same reference may be.
    const names = new Set([payment.clientReference, idsOf(payment).length === 0 ? payment.reference : undefined])
    const named = [...names].flatMap((name) => byName.get(name ?? '') ?? [])
    const bill = isHandledAsPaid(payment) ? paidOf(named, settled, world) : undefined
    // Of invoices of one reference the one that somebody tried to pay.
    const meant = bill ?? named.findLast(({ transactions }) => transactions.length > 0) ?? named.at(-1)
    found.set(payment, meant)
    if (isHandledAsPaid(payment)) settled.add(meant)
  }
  return found
}

function idsOf({ checkoutId, orderId, transactionId }: HandledPayment): readonly string[] {
  return [checkoutId, orderId, transactionId].filter((id) => typeof id === 'string')
}

function billById({ checkoutId, orderId, transactionId }: HandledPayment, { bills, transactions }: World) {
  const ids = [checkoutId, orderId, transactions.get(transactionId ?? '')?.billId]
  return ids.map((id) => bills.get(id ?? '')).find((bill) => bill !== undefined)
}

/** By what the service calls it, and by what the application does. */
function billsByName({ bills }: World): ReadonlyMap<string, readonly Bill[]> {
  const named = [...bills.values()].flatMap((bill) => {
    const names = new Set([bill.reference, ownReferenceOf(bill.callbackUrl ?? '')])
    return [...names].flatMap((name) => (name === null ? [] : [{ name, bill }]))
  })
  const groups = Map.groupBy(named, ({ name }) => name)
  return new Map([...groups].map(([name, group]) => [name, group.map(({ bill }) => bill)]))
}

/** One that was paid: in full, and for which nothing was handled yet, before others. */
function paidOf(named: readonly Bill[], settled: ReadonlySet<Bill | undefined>, { transactions }: World) {
  const paid = named
    .map((bill) => ({ bill, isFull: truthOf(bill, transactions).paid >= bill.amount }))
    .filter(({ bill }) => truthOf(bill, transactions).paid > 0)
  const open = paid.filter(({ bill }) => !settled.has(bill))
  return (open.find(({ isFull }) => isFull) ?? open[0] ?? paid[0])?.bill
}

/** The reference that the application gave a payment, where it signed the address of its notice: what the service calls it nobody else knows. */
export function ownReferenceOf(address: string): string | null {
  return URL.parse(address)?.searchParams.get(addressParameters.reference) ?? null
}
