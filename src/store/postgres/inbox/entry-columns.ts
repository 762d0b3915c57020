import {
  type AttemptRecord,
  type EntryKind,
  type EntryState,
  type EntrySummary,
  entryKinds,
  type PayloadForm,
  type StoredEntry,
} from '../../entry.ts'
import { flagAt, fromColumn, numberAt, type Row, textAt } from '../statement.ts'

/**
 * What is read of an entry (`e`, with `a` where it waits or runs), in the order of `toSummary`. Only the first of a
 * lane has a time at which it may be tried.
 */
export function summaryColumns(schema: string): string {
  return columnsWith(`a.seq IS NOT NULL AND a.fence IS NULL AND NOT EXISTS (
      SELECT FROM ${schema}.active o WHERE o.lane_key = a.lane_key AND (o.seq < a.seq OR o.fence IS NOT NULL)
    )`)
}

/** The same of one that is known to be the oldest of its lane: what stands behind it isn't looked at. */
export function headColumns(schema: string): string {
  return columnsWith(`a.fence IS NULL AND NOT EXISTS (
      SELECT FROM ${schema}.active o WHERE o.lane_key = a.lane_key AND o.fence IS NOT NULL
    )`)
}

function columnsWith(isDue: string): string {
  return `e.seq, e.id, e.kind, ${stateColumn}, e.lane, e.reference, e.conflicts_with, e.received_at,
    CASE WHEN ${isDue} THEN ${epochMs("CASE WHEN a.due_at < 'infinity' THEN a.due_at ELSE now() END")} END,
    ${epochMs('e.finished_at')}, e.replay, e.attempts, e.failures, e.reason,
    e.review, ${epochMs('e.review_opened_at')}, ${epochMs('e.review_settled_at')}, e.review_settled_by, e.review_note`
}

/** In the order of `toStored`. */
export function storedColumns(schema: string): string {
  return `${summaryColumns(schema)}, e.form, encode(e.payload, 'base64')`
}

// No text of an attempt is read here: one with \u0000 can't be.
/** The number of the last attempt; null where there is none. */
export const lastAttempt = `(e.attempts::json -> -1 -> 'number')::text::integer`

export const stateColumn = `CASE WHEN a.seq IS NULL THEN e.state WHEN a.fence IS NULL THEN 'waiting' ELSE 'running' END`

export function toSummary(row: Row): EntrySummary {
  return {
    kind: readKind(textAt(row, 2)),
    id: fromColumn(textAt(row, 1)),
    state: readState(textAt(row, 3)),
    lane: fromColumn(textAt(row, 4)),
    reference: nullable(row, 5, fromColumn),
    conflictsWith: nullable(row, 6, fromColumn),
    receivedAt: numberAt(row, 7),
    dueAt: nullable(row, 8, Number),
    finishedAt: nullable(row, 9, Number),
    replay: flagAt(row, 10),
    attempts: readAttempts(textAt(row, 11)),
    failures: numberAt(row, 12),
    reason: nullable(row, 13, fromColumn),
    cursor: String(numberAt(row, 0) + 1),
    ...readReview(row),
  }
}

function readReview(row: Row): Pick<EntrySummary, 'review'> {
  const reasons = nullable(row, 14, readReasons)
  if (reasons === null) return {}
  const review = {
    reasons,
    openedAt: numberAt(row, 15),
    settledAt: nullable(row, 16, Number),
    settledBy: nullable(row, 17, fromColumn),
    note: nullable(row, 18, fromColumn),
  }
  return { review }
}

function readReasons(json: string): readonly string[] {
  return JSON.parse(json)
}

export function toStored(row: Row): StoredEntry {
  return { ...toSummary(row), form: readForm(textAt(row, 19)), payload: readPayload(textAt(row, 20)) }
}

export function readState(text: string): EntryState {
  const state = states.find((known) => known === text)
  if (state === undefined) throw new TypeError(`An entry has the state ${text}, which this version does not know`)
  return state
}

export function readKind(text: string): EntryKind {
  const kind = entryKinds.find((known) => known === text)
  if (kind === undefined) throw new TypeError(`An entry has the kind ${text}, which this version does not know`)
  return kind
}

export function readForm(text: string): PayloadForm {
  return text === 'push' ? 'push' : 'body'
}

export function readPayload(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64')
}

export function readAttempts(json: string): readonly AttemptRecord[] {
  return JSON.parse(json)
}

export function nullable<T>(row: Row, index: number, read: (text: string) => T): T | null {
  const text = row[index] ?? null
  return text === null ? null : read(text)
}

const states: readonly EntryState[] = ['waiting', 'running', 'done', 'dead', 'rejected']

/** Whole ms, as numbers have them. */
export function epochMs(time: string): string {
  return `floor(extract(epoch FROM ${time}) * 1000)::bigint`
}
