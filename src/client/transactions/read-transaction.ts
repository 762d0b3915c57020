import { originalTransaction, withContradictions } from '../../pushes/money/contradictions.ts'
import { namedCurrency } from '../../pushes/money/named-currency.ts'
import { type FieldReader, type FieldReaderSettings, fieldReader } from '../../pushes/reading/field-reader.ts'
import { type Fields, isRecord } from '../../pushes/reading/json.ts'
import { judgeTransaction } from './judge-transaction.ts'
import type { Money, Transaction, TransactionStep } from './transaction.ts'

// Reference 2.4, and the names of the other shape (field notes, "Transaction status").
const names = [
  ...(['StartDate', 'Date', 'TransactionStatus', 'Status', 'TransactionId', 'NetworkTransactionId'] as const),
  ...(['ExternalTransactionId', 'InvoiceToken', 'CheckoutId', 'TransactionType', 'PaymentMethod'] as const),
  ...(['ClientReference', 'CountryCode', 'CurrencyCode', 'TransactionAmount', 'Amount', 'Fee', 'Charges'] as const),
  ...(['AmountAfterFees', 'AmountAfterCharges', 'CardSchemeName', 'CardNumber', 'MobileNumber'] as const),
  ...(['MobileChannelName', 'TransactionCycle', 'RelatedTransactionId', 'RelatedTransactionType', 'Disputed'] as const),
  ...(['DisputedAmount', 'DisputedAmountFee', 'TotalAmountRefunded', 'IsFulfilled'] as const),
  ...(['ResponseCode', 'IsSuccessful'] as const),
] as const

type Name = (typeof names)[number]

const readRecord = fieldReader(names)
const readStep = fieldReader(['Date', 'Status'])

/** Fields that make a record doubtful when they cannot be read; each that comes twice with different values does. */
const decisive: readonly Name[] = [
  ...(['TransactionStatus', 'Status', 'TransactionAmount', 'Amount', 'TotalAmountRefunded', 'Disputed'] as const),
  ...(['DisputedAmount', 'TransactionType', 'TransactionCycle', 'ResponseCode', 'IsSuccessful'] as const),
  ...(['ClientReference', 'CheckoutId', 'TransactionId', 'NetworkTransactionId', 'CurrencyCode'] as const),
]

/** Reads one record of a transaction and judges it; what cannot be read is null, with a note. */
export function readTransaction(record: Fields, context: RecordContext): Transaction {
  const { path, notes, country, paymentTypes, currency = null } = context
  const settings = { path, notes, country, acceptsAnything: true }
  const data = readRecord(record, settings)
  const isTwice = data.doubted.size > 0
  const total = either(data, 'TransactionAmount', 'Amount')
  const refunded = data.amount('TotalAmountRefunded')
  const disputed = data.amount('DisputedAmount')
  const isDisputed = data.flag('Disputed')
  const transactionType = data.text('TransactionType')
  const history = readHistory(data.value('TransactionCycle'), settings)
  const words = [data.text('TransactionStatus'), data.text('Status')]
  const ids = {
    transactionId: data.identifier('TransactionId'),
    networkTransactionId: data.identifier('NetworkTransactionId') ?? data.identifier('ExternalTransactionId'),
    checkoutId: data.identifier('CheckoutId'),
    invoiceToken: data.identifier('InvoiceToken'),
    clientReference: data.identifier('ClientReference'),
  }
  const currencyCode = data.text('CurrencyCode') ?? namedCurrency(record) ?? currency
  const code = data.identifier('ResponseCode')
  const isSuccessful = data.flag('IsSuccessful')
  const judgement = judgeTransaction({
    words,
    isDoubtful: isTwice || total === differing || decisive.some((name) => data.doubted.has(name)),
    code,
    isSuccessful,
    type: transactionType,
    paymentTypes,
    total,
    refunded,
    isDisputed,
    disputed,
    history,
  })
  const { outcome, why } = withContradictions(judgement, record, {
    isFlat: true,
    isRecord: true,
    paymentTypes,
    besides: ['transactioncycle', 'relatedtransactiontype'],
  })
  const phone = data.phone('MobileNumber')
  return {
    outcome,
    why,
    status: words[0] ?? words[1] ?? null,
    startedAt: data.when('StartDate') ?? data.when('Date'),
    ...ids,
    transactionType,
    ...(paymentTypes === undefined ? {} : { paymentTypes }),
    paymentMethod: data.text('PaymentMethod'),
    countryCode: data.text('CountryCode'),
    currencyCode,
    ...total,
    fee: either(data, 'Fee', 'Charges'),
    afterFees: either(data, 'AmountAfterFees', 'AmountAfterCharges'),
    refunded,
    isDisputed,
    disputed,
    disputedFee: data.amount('DisputedAmountFee'),
    customerPhone: phone.text,
    customerPhoneInternational: phone.international,
    channel: data.text('MobileChannelName'),
    cardScheme: data.text('CardSchemeName'),
    cardNumber: data.text('CardNumber'),
    // Of two nobody knows which it is of.
    relatedTransactionId: data.doubted.has('RelatedTransactionId') ? null : data.identifier('RelatedTransactionId'),
    relatedTransactionType: data.text('RelatedTransactionType'),
    originalTransactionId: originalTransaction(record)?.original ?? null,
    isFulfilled: data.flag('IsFulfilled'),
    history,
  }
}

/** What a record is read with. */
export interface RecordContext extends Pick<FieldReaderSettings, 'path' | 'notes' | 'country'> {
  /** Types that the merchant knows to be money in, folded. */
  readonly paymentTypes?: readonly string[] | undefined
  /** What stands around it names this for a record that names none. */
  readonly currency?: string | null
}

/** Two names of one amount that do not agree. */
const differing: Money = { amount: null, amountMinor: null }

function either(data: FieldReader<Name>, name: Name, other: Name): Money {
  const one = data.amount(name)
  const two = data.amount(other)
  if (one.amountMinor === null) return two
  return two.amountMinor === null || two.amountMinor === one.amountMinor ? one : differing
}

/** A step that cannot be read is one of which nothing is known: it may be the newest. */
function readHistory(value: unknown, settings: FieldReaderSettings): readonly TransactionStep[] {
  if (value === undefined || value === null || value === '') return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((fields, place) => {
    const step = readStep(isRecord(fields) ? fields : {}, {
      ...settings,
      path: `${settings.path}TransactionCycle[${place}].`,
    })
    const [at, status] = [step.when('Date'), step.text('Status')]
    return { at: step.doubted.has('Date') ? null : at, status: step.doubted.has('Status') ? null : status }
  })
}
