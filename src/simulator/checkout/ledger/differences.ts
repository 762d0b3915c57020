import type { Bill, Saying } from '../../world/world.ts'
import { type HandledPayment, isHandledAsPaid } from './handled.ts'
import type { Truth } from './truth.ts'

/** What is compared of a bill. */
export interface Compared {
  readonly bill: Bill
  readonly truth: Truth
  /** Null where nobody knows. */
  readonly handled: readonly HandledPayment[] | null
  /** Epoch ms. */
  readonly now: number
}

/** What doesn't agree, and which part of the row it is about. */
export interface Difference {
  readonly cell: LedgerCell
  /** A sentence. */
  readonly text: string
}

/**
 * The parts of a row of the ledger, in the order in which they come about.
 *
 * @example
 * const isOfApp = (cell: LedgerCell) => cell === 'handled' || cell === 'reported'
 */
export type LedgerCell = 'asked' | 'paid' | 'told' | 'confirmed' | 'handled' | 'reported'

/** What does not agree. Nothing where all is well. */
export function differencesOf(compared: Compared): Difference[] {
  return [
    ...at('paid', askedAndPaid(compared)),
    ...at('told', paidAndTold(compared)),
    ...at('told', said('told', compared)),
    ...at('confirmed', said('confirmed', compared)),
    ...at('handled', handled(compared)),
    ...at('reported', reported(compared)),
  ]
}

function at(cell: LedgerCell, texts: readonly string[]): Difference[] {
  return texts.map((text) => ({ cell, text }))
}

function askedAndPaid({ bill: { amount }, truth: { paid, payments } }: Compared): string[] {
  if (payments.length > 1) return [`paid ${payments.length} times, ${paid} in all, and ${amount} was asked`]
  return paid === 0 || paid === amount ? [] : [`${paid} paid, and ${amount} was asked`]
}

/** Money of which nobody heard, whether it came or went. */
function paidAndTold({ bill, truth: { paid, refunded } }: Compared): string[] {
  const heard = bill.said.filter(({ isTaken }) => isTaken)
  const knows = (outcome: Saying['outcome']): boolean => heard.some((one) => one.outcome === outcome)
  if (paid > 0 && refunded === paid) {
    return knows('paid') && !knows('refunded') ? [`${refunded} went back, and was never told`] : []
  }
  if (paid === 0 || knows('paid')) return []
  const tries = bill.said.filter(({ how, outcome }) => how === 'told' && outcome === 'paid').length
  if (tries === 1) return [`${paid} paid, and its notice was not acknowledged`]
  if (tries > 1) return [`${paid} paid, and none of ${tries} notices was acknowledged`]
  return [`${paid} paid, and never told`]
}

/** What was said that was not so when it was said. */
function said(how: 'told' | 'confirmed', { bill, truth: { payments, unpaid, paid } }: Compared): string[] {
  const sayings = bill.said.filter((one) => one.how === how && one.isTaken)
  const wrong = sayings.flatMap(({ outcome, amount, at, isOfTry = false }) => {
    const come = payments.filter((payment) => payment.at <= at)
    if (outcome === 'paid') {
      if (come.length === 0) return [`${how} paid, and nobody had paid`]
      const isRight = amount === null || amount === paid || come.some((payment) => payment.amount === amount)
      return isRight ? [] : [`${how} ${amount}, and ${come.map((payment) => payment.amount).join(' and ')} was paid`]
    }
    if (outcome !== 'failed' && outcome !== 'cancelled') return []
    const isRight = unpaid.some((status) => status !== 'Success')
    if (how === 'confirmed' && !isOfTry && come.length > 0) return [`confirmed ${outcome}, and ${paid} was paid`]
    return isRight ? [] : [`${how} ${outcome}, and no try of it failed`]
  })
  return [...new Set(wrong)]
}

function handled({ handled: sayings, truth: { payments, paid, refunded }, bill }: Compared): string[] {
  if (sayings === null) return []
  const asPaid = sayings.filter(isHandledAsPaid)
  const differs: string[] = []
  if (asPaid.length > 0 && paid === 0) differs.push('handled as paid, and nobody paid')
  const isForPeople = sayings.some(({ needsReview = [] }) => needsReview.length > 0)
  if (asPaid.length === 0 && !isForPeople && paid > refunded) differs.push(`${paid} paid, and not handled as paid`)
  if (payments.length > 0 && asPaid.length > payments.length)
    differs.push(`handled as paid ${asPaid.length} times, and paid ${payments.length === 1 ? 'once' : payments.length}`)
  const right = [...payments.map(({ amount }) => amount), paid]
  const wrong = asPaid.map(({ amount }) => amount ?? paid).find((amount) => !right.includes(amount))
  if (paid > 0 && wrong !== undefined) differs.push(`handled ${wrong}, and ${paid} was paid`)
  const isPaidForSome = sayings.some(({ outcome }) => outcome === 'paid')
  if (bill.source === 'fulfilment' && !isPaidForSome && bill.reports.some(({ status }) => status === 'success'))
    differs.push('reported as delivered, and not handled as paid')
  return differs
}

/** Field notes, "Fulfilment duty": within one hour. */
function reported({ bill: { source, reports }, truth: { payments, paid, refunded }, now }: Compared): string[] {
  if (source !== 'fulfilment') return []
  const [first] = payments
  if (first === undefined)
    return reports.some(({ status }) => status === 'success') ? ['reported as delivered, and nobody paid'] : []
  if (reports.length === 0) {
    return now - first.at > hour && paid > refunded ? ['paid more than an hour ago, and no delivery was reported'] : []
  }
  const words = new Set(reports.map(({ status }) => status))
  const late = reports.every(({ isInTime }) => !isInTime) ? ['the delivery was reported after the hour'] : []
  return [...late, ...(words.size > 1 ? ['reported as delivered, and as failed'] : [])]
}

const hour = 3_600_000

/** What is handled of money that no bill asked for. */
export function strangerIn(payment: HandledPayment): Difference[] {
  const { amount } = payment
  return at(
    'asked',
    isHandledAsPaid(payment) ? [`${amount ?? 'an amount'} handled as paid, and no bill asked for it`] : [],
  )
}
