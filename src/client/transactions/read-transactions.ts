import { currencyIn } from '../../pushes/money/amount.ts'
import { originalTransaction, withContradictions } from '../../pushes/money/contradictions.ts'
import { classifyCode, type Judgement, undetermined } from '../../pushes/money/outcome.ts'
import { namedCurrency } from '../../pushes/money/payment-envelope.ts'
import { type FieldReader, type FieldReaderSettings, fieldReader } from '../../pushes/reading/field-reader.ts'
import { type Fields, isRecord, readWholeJson, recordOf } from '../../pushes/reading/json.ts'
import { Notes, nameType, PushProblem } from '../../pushes/reading/push-problem.ts'
import type { ClientSettings } from '../client-options.ts'
import { readCode } from '../judge-sales.ts'
import { type ServiceAnswer, understand } from '../read-answer.ts'
import { chooseTransaction } from './choose-transaction.ts'
import { judgeTransaction } from './judge-transaction.ts'
import type { Money, Transaction, TransactionAnswer, TransactionQuestion, TransactionStep } from './transaction.ts'

const readEnvelope = fieldReader(['ResponseCode', 'Status', 'Message', 'Data'])

/**
 * Reads the answer to a question for a transaction: `Data` as an array, as one object or as nothing, in either shape
 * (reference 2.4; field notes, "Transaction status"), or as a text that holds one of them.
 *
 * @throws PushProblem for what is no such answer: that nobody can read it does not mean that there is no record
 */
export function readTransactions(
  answer: ServiceAnswer,
  question: TransactionQuestion,
  settings: Pick<ClientSettings, 'country' | 'noRecordStatus'> & Partial<Pick<ClientSettings, 'paymentTypes'>>,
): TransactionAnswer {
  const { country, noRecordStatus, paymentTypes } = settings
  const { status, body, isOk } = answer
  const notes = new Notes()
  const envelope = readEnvelope(recordOf(body), { path: '', notes, country, acceptsAnything: true })
  const around = recordOf(body)
  const currency = namedCurrency(around, ownPlace)
  const { transactions, isWhole } = readRecords(envelope.value('Data'), { notes, country, paymentTypes, currency })
  const responseCode = readCode(envelope.value('ResponseCode'))
  const saysSo = isOk && classifyCode(responseCode) === 'good' && isWhole && !envelope.doubted.has('Data')
  const isByStatus = status === noContent || (responseCode === null && status === noRecordStatus)
  if (transactions.length === 0 && !saysSo && !isByStatus) throw noAnswer(answer)
  const { transaction, judgement, isPaidTwice, isAnotherPending, payments } = chooseTransaction(transactions, question)
  const isClear = isOk && isWhole && envelope.doubted.size === 0
  const paidIn = currencyIn(transaction?.currencyCode)
  const isOtherCurrency = currency !== null && paidIn !== null && currency !== paidIn
  const { outcome, why } = judgeWhole(judgement, { isClear, responseCode, isOtherCurrency, around, paymentTypes })
  return {
    outcome,
    why,
    evidence: 'confirmed',
    transaction,
    isPaidTwice,
    ...(isAnotherPending === true ? { isAnotherPending } : {}),
    ...(payments === undefined ? {} : { payments }),
    transactions,
    responseCode,
    notes: notes.lines ?? [],
    raw: body,
  }
}

const noContent = 204

function noAnswer({ body, isOk, status }: ServiceAnswer): PushProblem {
  const expected = 'a response code of success, and Data with one record, a list of them, or nothing'
  const shape = isRecord(body) ? 'an object without them' : nameType(body)
  return new PushProblem({ field: null, expected, received: isOk ? shape : `HTTP status ${status}` })
}

interface Surroundings {
  /** Whether all of the answer could be read, and its HTTP status is one of success. */
  readonly isClear: boolean
  readonly responseCode: string | null
  /** Whether the record names another currency than stands around it. */
  readonly isOtherCurrency: boolean
  readonly around: Fields
  readonly paymentTypes: readonly string[] | undefined
}

/** What stands around a record may take back that the payment is over; the fields there, only that it is paid. */
function judgeWhole(judgement: Judgement, surroundings: Surroundings): Judgement {
  const { isClear, responseCode, isOtherCurrency, around, paymentTypes } = surroundings
  if (judgement.outcome === 'pending' || judgement.outcome === 'undetermined') return judgement
  if (!isClear) return undetermined('a part of the answer cannot be read, or contradicts another')
  const code = classifyCode(responseCode)
  if (code === 'pending') return byHand
  if (code !== 'good') return undetermined('the answer has no response code')
  if (isOtherCurrency && judgement.outcome === 'paid')
    return undetermined('the answer names two currencies that differ')
  // Each record was looked through by itself: another may be somebody else's.
  return withContradictions(judgement, around, { isFlat: false, besides: ownPlace, paymentTypes })
}

/** Where the records are. */
const ownPlace = ['data']

const byHand: Judgement = { outcome: 'pending', why: 'the code says that the payment is completed by hand, later' }

/** What `Data` of an answer holds. */
interface Records {
  readonly transactions: readonly Transaction[]
  /** Whether nothing stands there that is no record. */
  readonly isWhole: boolean
}

/** Reads the records of an answer: one, a list of them or nothing, also as JSON in a text. Never throws. */
function readRecords(data: unknown, context: Omit<RecordContext, 'path'>): Records {
  const value = typeof data === 'string' ? openText(data, context.notes) : data
  if (value === undefined || value === null || value === '') return { transactions: [], isWhole: true }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const transactions = list
    .map((record, place) => readTransaction(recordOf(record), { ...context, path: `Data[${place}].` }))
    .filter(saysSomething)
  return { transactions, isWhole: transactions.length === list.length }
}

function openText(text: string, notes: Notes): unknown {
  const read = understand(() => readWholeJson(text))
  if (!('result' in read)) return text
  notes.add('Data is a JSON string')
  return read.result
}

/** An object that names no transaction, no status and no amount is no record, whatever else it may be. */
function saysSomething({ status, amountMinor, ...ids }: Transaction): boolean {
  const { transactionId, networkTransactionId, checkoutId, invoiceToken, clientReference } = ids
  const known = [status, amountMinor, transactionId, networkTransactionId, checkoutId, invoiceToken, clientReference]
  return known.some((value) => value !== null)
}

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
function readTransaction(record: Fields, context: RecordContext): Transaction {
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
interface RecordContext extends Pick<FieldReaderSettings, 'path' | 'notes' | 'country'> {
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
    const step = readStep(recordOf(fields), {
      ...settings,
      path: `${settings.path}TransactionCycle[${place}].`,
    })
    const [at, status] = [step.when('Date'), step.text('Status')]
    return { at: step.doubted.has('Date') ? null : at, status: step.doubted.has('Status') ? null : status }
  })
}
