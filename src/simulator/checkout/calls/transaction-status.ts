import type { Call } from '../../api/call.ts'
import type { CallAnswer, Endpoint } from '../../api/endpoint.ts'
import type { Service } from '../../service.ts'
import { type Bill, type PaymentMethod, statusOf, type Transaction } from '../../world/world.ts'
import { toHundredths } from '../bills/amount.ts'
import { type StatusParameter, statusParameterNames } from '../rules.ts'
import { refused, unauthorised } from './answers.ts'

/** Says what became of a payment (reference 4.2): asked by any of its four identifiers. */
export function statusEndpoint(service: Service): Endpoint {
  return {
    name: 'transactionStatus',
    method: 'GET',
    path: service.settings.paths.transactionStatus,
    access: 'basic',
    refusal: unauthorised,
    handle: (call) => tell(call, service),
  }
}

/** The four, and what each is compared with. The service's own identifiers are found in any spelling (field notes). */
const parameters: Readonly<Record<StatusParameter, (asked: string, bill: Bill, transaction?: Transaction) => boolean>> =
  {
    checkoutId: (asked, bill) => bill.source === 'checkout' && bare(bill.id) === bare(asked),
    clientReference: (asked, bill) => bill.reference === asked,
    networkTransactionId: (asked, _bill, transaction) => bare(transaction?.networkId) === bare(asked),
    serviceTransactionId: (asked, _bill, transaction) => bare(transaction?.id) === bare(asked),
  }

function bare(identifier: string | undefined): string | undefined {
  return identifier?.replaceAll('-', '').toLowerCase()
}

function tell(call: Call, service: Service): CallAnswer {
  const { world, settings } = service
  const names = settings.money.statusParameters
  const asked = statusParameterNames.flatMap((key) => {
    const value = call.text(names[key])
    return value === undefined ? [] : [{ value, fits: parameters[key] }]
  })
  if (asked.length === 0)
    return refused(service, `Give one of ${statusParameterNames.map((key) => names[key]).join(', ')}`)
  const isMeant = (bill: Bill, transaction?: Transaction): boolean =>
    asked.every(({ value, fits }) => fits(value, bill, transaction))
  const transactions = [...world.transactions.values()]
    .filter((transaction) => {
      const bill = world.bills.get(transaction.billId)
      return bill !== undefined && isMeant(bill, transaction)
    })
    .reverse()
  const bill =
    world.bills.get(transactions[0]?.billId ?? '') ?? [...world.bills.values()].findLast((one) => isMeant(one))
  const about = { billId: bill?.id, reference: bill?.reference ?? call.text(names.clientReference) }
  const isFound = transactions.length > 0 || (bill !== undefined && settings.money.statusForm === 'single')
  if (!isFound && settings.money.noRecordStatus !== 200) {
    return { status: settings.money.noRecordStatus, body: { Message: 'There is no such transaction' }, about }
  }
  if (settings.money.statusForm === 'single') {
    const data = bill === undefined ? null : singleRecordOf(bill, transactions, service)
    return { status: 200, body: { message: 'Successful', responseCode: '0000', data }, about }
  }
  return {
    status: 200,
    body: { ResponseCode: '0000', Data: transactions.map((one) => recordOf(one, service)) },
    about,
  }
}

/** One record of the transaction status (reference 2.4). Its history is written newest first. */
function recordOf(transaction: Transaction, { world, settings }: Service): object {
  const { method, mobile, cycle, disputed, refunded, refundId = null } = transaction
  const isCard = method === 'card'
  const { amount, fee, rest } = sharesOf(transaction, settings.money.feeRate)
  return {
    StartDate: isoOf(transaction.startedAt),
    TransactionStatus: statusOf(transaction),
    TransactionId: transaction.id,
    NetworkTransactionId: transaction.networkId,
    InvoiceToken: world.bills.get(transaction.billId)?.source === 'checkout' ? transaction.billId : null,
    TransactionType: 'RECEIVE-MONEY',
    PaymentMethod: methodWords[method],
    ClientReference: transaction.clientReference,
    CountryCode: settings.money.country,
    CurrencyCode: settings.money.currency,
    TransactionAmount: amount,
    Fee: fee,
    AmountAfterFees: rest,
    CardSchemeName: isCard ? 'DEBIT' : null,
    CardNumber: isCard ? '400000******0000' : null,
    MobileNumber: mobile,
    MobileChannelName: isCard ? null : 'operator-one',
    TransactionCycle: cycle.map(({ at, status }) => ({ Date: isoOf(at), Status: status })).reverse(),
    RelatedTransactionId: refundId,
    // The words of a type are not shown.
    RelatedTransactionType: refundId === null ? null : 'REFUND',
    Disputed: disputed > 0,
    DisputedAmount: disputed,
    DisputedAmountFee: toHundredths(disputed * settings.money.feeRate),
    TotalAmountRefunded: refunded,
  }
}

/** The other form (field notes, "Transaction status"): one object for all tries, which says unpaid where none came. */
function singleRecordOf(bill: Bill, transactions: readonly Transaction[], { settings }: Service): object {
  const transaction = transactions.find(({ paid, refunded }) => paid > refunded) ?? transactions[0]
  const base = { clientReference: bill.reference, currencyCode: settings.money.currency }
  if (transaction === undefined) {
    return { date: isoOf(bill.createdAt), status: 'Unpaid', ...base, amount: bill.amount, isFulfilled: false }
  }
  const { amount, fee, rest } = sharesOf(transaction, settings.money.feeRate)
  const { paid, refunded } = transaction
  return {
    date: isoOf(transaction.startedAt),
    status: paid === 0 ? 'Unpaid' : refunded === paid ? 'Refunded' : 'Paid',
    transactionId: transaction.id,
    externalTransactionId: transaction.networkId,
    paymentMethod: methodWords[transaction.method].toLowerCase().replace('-', ''),
    ...base,
    amount,
    charges: fee,
    amountAfterCharges: rest,
    isFulfilled: bill.reports.some(({ status }) => status === 'success'),
  }
}

/** What came, or was to come: what is kept of it, and what is left. */
function sharesOf({ paid, amount: asked }: Transaction, feeRate: number) {
  const amount = paid === 0 ? asked : paid
  const fee = toHundredths(amount * feeRate)
  return { amount, fee, rest: toHundredths(amount - fee) }
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString()
}

const methodWords: Readonly<Record<PaymentMethod, string>> = {
  'mobile money': 'MOBILE-MONEY',
  card: 'CARD',
  qr: 'QR',
  wallet: 'WALLET',
}
