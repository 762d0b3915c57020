import { isRecord, readWholeJson } from '../../pushes/reading/json.ts'
import type { Notes } from '../../pushes/reading/push-problem.ts'
import { understand } from '../read-answer.ts'
import { type RecordContext, readTransaction } from './read-transaction.ts'
import type { Transaction } from './transaction.ts'

/** What `Data` of an answer holds. */
export interface Records {
  readonly transactions: readonly Transaction[]
  /** Whether nothing stands there that is no record. */
  readonly isWhole: boolean
}

/** Reads the records of an answer: one, a list of them or nothing, also as JSON in a text. Never throws. */
export function readRecords(data: unknown, context: Omit<RecordContext, 'path'>): Records {
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
