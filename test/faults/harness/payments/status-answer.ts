import type { Random } from '../random.ts'
import { truePhone } from './claim.ts'
import { type Answered, networkIdOf, type PaymentHistory, transactionIdOf } from './history.ts'
import type { Final, Times } from './plan.ts'

/** A record of the status endpoint, and what it says. */
export interface StatusRecord {
  readonly record: object
  readonly answered: Omit<Answered, 'at'>
}

/**
 * What the books say of a payment: nothing before the customer began to pay, where it is none of those that are on record
 * from the beginning.
 *
 * @param now epoch ms
 */
export function bookOf({ plan, startedAt }: PaymentHistory, now: number): Final | 'pending' | undefined {
  if (startedAt === undefined) return undefined
  const shown = plan.steps.filter((step) => startedAt + step.shownAt <= now).at(-1)
  return shown?.says ?? (plan.isOnRecord ? 'pending' : undefined)
}

/** Whether a payment is far from being given up: until then the service may say nothing of what it knows. */
export function isYoung({ orderedAt }: PaymentHistory, { giveUpAfter }: Times, now: number): boolean {
  return orderedAt === undefined || now - orderedAt < giveUpAfter / 2
}

/** The record of a payment, in one of both shapes (reference 2.4; field notes, "Transaction status"). */
export function writeRecord(
  history: PaymentHistory,
  says: Final | 'pending',
  isYoung: boolean,
  random: Random,
): StatusRecord {
  // The shorter shape knows three words, none of which says that a payment has failed.
  const shareOfShort = says === 'failed' || says === 'cancelled' ? (isYoung ? 0.25 : 0) : 0.5
  return random.chance(shareOfShort) ? shortRecord(history, says, random) : longRecord(history, says, random)
}

const words: Readonly<Record<Final | 'pending', readonly [string, ...string[]]>> = {
  paid: ['Settled', 'Success', 'success'],
  failed: ['Failed'],
  cancelled: ['Cancelled'],
  refunded: ['Refunded'],
  pending: ['Pending'],
}

/** The record of a payment by USSD: its reference is the service's own. @param cameAt epoch ms */
export function recordOfSale(money: string, cameAt: number): object {
  return {
    StartDate: new Date(cameAt).toISOString(),
    TransactionStatus: 'Settled',
    TransactionId: money,
    NetworkTransactionId: `net-${money}`,
    TransactionType: 'RECEIVE-MONEY',
    ClientReference: `service-${money}`,
    CurrencyCode: 'GHS',
    TransactionAmount: 10,
    MobileNumber: truePhone,
    TransactionCycle: [],
  }
}

function longRecord(
  { plan, checkoutIds, startedAt }: PaymentHistory,
  says: Final | 'pending',
  random: Random,
): StatusRecord {
  const { reference, amountMinor, paidMinor } = plan
  const isGivenBack = says === 'refunded' && random.chance(0.5)
  const status = random.pick(isGivenBack ? words.paid : words[says])
  const minor = says === 'paid' || says === 'refunded' ? paidMinor : amountMinor
  const token = checkoutIds.at(-1) ?? ''
  const at = (offset: number) => new Date((startedAt ?? 0) + offset).toISOString()
  const record = {
    StartDate: at(0),
    TransactionStatus: status,
    TransactionId: transactionIdOf(reference),
    NetworkTransactionId: networkIdOf(reference),
    InvoiceToken: random.chance(0.5) ? token : token.toUpperCase(),
    TransactionType: 'RECEIVE-MONEY',
    PaymentMethod: 'MOBILE-MONEY',
    ClientReference: reference,
    CountryCode: 'GH',
    CurrencyCode: 'GHS',
    TransactionAmount: minor / 100,
    Fee: 0,
    AmountAfterFees: minor / 100,
    CardSchemeName: null,
    CardNumber: null,
    MobileNumber: truePhone,
    MobileChannelName: 'network',
    TransactionCycle: [
      { Date: at(1), Status: status },
      { Date: at(0), Status: 'Pending' },
    ],
    RelatedTransactionId: null,
    RelatedTransactionType: null,
    Disputed: false,
    DisputedAmount: 0,
    DisputedAmountFee: 0,
    TotalAmountRefunded: isGivenBack ? minor / 100 : 0,
  }
  return { record, answered: { says, status, amountMinor: minor, phone: truePhone } }
}

function shortRecord({ plan, startedAt }: PaymentHistory, says: Final | 'pending', random: Random): StatusRecord {
  const { reference, amountMinor, paidMinor } = plan
  const status = says === 'paid' ? 'Paid' : says === 'refunded' ? 'Refunded' : 'Unpaid'
  const isPaid = status !== 'Unpaid'
  const minor = isPaid ? paidMinor : amountMinor
  const amount = random.chance(0.5) ? (minor / 100).toFixed(2) : minor / 100
  const record = {
    date: new Date(startedAt ?? 0).toISOString(),
    status,
    transactionId: transactionIdOf(reference),
    externalTransactionId: networkIdOf(reference),
    paymentMethod: 'mobilemoney',
    clientReference: reference,
    currencyCode: random.chance(0.5) ? null : 'GHS',
    amount,
    charges: 0,
    amountAfterCharges: amount,
    isFulfilled: null,
  }
  return { record, answered: { says: isPaid ? says : 'pending', status, amountMinor: minor, phone: null } }
}
