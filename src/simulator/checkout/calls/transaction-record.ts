import type { Service } from '../../service.ts'
import type { Bill } from '../../world/bill.ts'
import { type PaymentMethod, statusOf, type Transaction } from '../../world/transaction.ts'
import { toHundredths } from '../bills/amount.ts'

/** One record of the transaction status (reference 2.4). Its history is written newest first. */
export function recordOf(transaction: Transaction, { world, settings }: Service): object {
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
export function singleRecordOf(bill: Bill, transactions: readonly Transaction[], { settings }: Service): object {
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
