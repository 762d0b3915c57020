import { currencyIn } from '../../pushes/money/amount.ts'
import { withContradictions } from '../../pushes/money/contradictions.ts'
import { namedCurrency } from '../../pushes/money/named-currency.ts'
import { classifyCode, type Judgement, undetermined } from '../../pushes/money/outcome.ts'
import { fieldReader } from '../../pushes/reading/field-reader.ts'
import { type Fields, isRecord, readWholeJson } from '../../pushes/reading/json.ts'
import { Notes, nameType, PushProblem } from '../../pushes/reading/push-problem.ts'
import type { ClientSettings } from '../client-options.ts'
import { readCode } from '../judge-sales.ts'
import { type ServiceAnswer, understand } from '../read-answer.ts'
import { chooseTransaction } from './choose-transaction.ts'
import { type RecordContext, readTransaction } from './read-transaction.ts'
import type { Transaction, TransactionAnswer, TransactionQuestion } from './transaction.ts'

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
  const envelope = readEnvelope(isRecord(body) ? body : {}, { path: '', notes, country, acceptsAnything: true })
  const around = isRecord(body) ? body : {}
  const currency = namedCurrency(around, ownPlace)
  const { transactions, isWhole } = readRecords(envelope.value('Data'), { notes, country, paymentTypes, currency })
  const responseCode = readCode(envelope.value('ResponseCode'))
  const saysSo = isOk && classifyCode(responseCode) === 'good' && isWhole && !envelope.doubted.has('Data')
  const isByStatus = status === noContent || (responseCode === null && status === noRecordStatus)
  if (transactions.length === 0 && !saysSo && !isByStatus) throw noAnswer(answer)
  const { transaction, judgement, isPaidTwice, payments } = chooseTransaction(transactions, question)
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
    .map((record, place) => readTransaction(isRecord(record) ? record : {}, { ...context, path: `Data[${place}].` }))
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
