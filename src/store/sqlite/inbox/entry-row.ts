import type {
  AttemptRecord,
  EntryKind,
  EntryReview,
  EntryState,
  EntrySummary,
  PayloadForm,
  StoredEntry,
} from '../../entry.ts'
import { isMarked, readText, shownOrNull } from '../rows/values.ts'
import { toReview } from './reviews.ts'

/** An entry as SQLite keeps it, on its way between threads. */
export interface EntryRow {
  readonly seq: number
  readonly kind: EntryKind
  readonly id: string
  readonly state: EntryState
  readonly lane: string
  readonly reference: string | null
  readonly conflictsWith: string | null
  readonly receivedAt: number
  readonly dueAt: number | null
  readonly finishedAt: number | null
  readonly replay: boolean
  readonly failures: number
  readonly attempts: string
  readonly reason: string | null
  /** Left out of claims, as what follows. */
  readonly review?: EntryReview | undefined
  readonly awaitsReplay?: boolean
  readonly form: PayloadForm
  /** Left out of lists. */
  readonly payload: Uint8Array
  /** ms that it has really been open; of claims alone. */
  readonly age?: number
}

/** The entry of a row, as lists show it. */
export function toSummary(row: EntryRow): EntrySummary {
  const id = readText(row.id)
  return {
    kind: row.kind,
    id,
    state: row.state,
    lane: isMarked(row.lane) ? id : readText(row.lane),
    reference: shownOrNull(row.reference),
    conflictsWith: shownOrNull(row.conflictsWith),
    receivedAt: row.receivedAt,
    dueAt: row.dueAt,
    finishedAt: row.finishedAt,
    replay: row.replay,
    attempts: readAttempts(row.attempts),
    failures: row.failures,
    reason: shownOrNull(row.reason),
    cursor: String(row.seq + 1),
    ...(row.review === undefined ? {} : { review: toReview(row.review) }),
    ...(row.awaitsReplay === true ? { awaitsReplay: true } : {}),
  }
}

/** The entry of a row, with its bytes. */
export function toEntry(row: EntryRow): StoredEntry {
  return { ...toSummary(row), form: row.form, payload: row.payload }
}

/**
 * What an entry takes in the file, with what is kept beside it. Bytes.
 *
 * @param written of its payload and its attempts
 */
export function weightOfEntry(id: string, written: number): number {
  return written + 4 * id.length + besides
}

/** What an identity takes. */
export const identityWeight = 192

const besides = 1_024

/** Attempts as they are kept: JSON of arrays, the oldest first. Nothing for none. */
export type AttemptText = string

/** Adds an attempt, and forgets the oldest when there are too many. */
export function addAttempt(attempts: AttemptText, attempt: AttemptRecord): AttemptText {
  const added = JSON.stringify(toRow(attempt))
  if (attempts === noAttempts) return `[${added}]`
  const kept = rowsOf(attempts).slice(1 - mostAttempts)
  return `[${[...kept.map((row) => JSON.stringify(row)), added].join()}]`
}

/** Attempts that take the place of those that were kept. */
export function writeAttempts(attempts: readonly AttemptRecord[]): AttemptText {
  return attempts.length === 0 ? noAttempts : JSON.stringify(attempts.map(toRow))
}

/** The number of the last one; 0 for none. */
export function lastNumber(attempts: AttemptText): number {
  return attempts === noAttempts ? 0 : Number(rowsOf(attempts).at(-1)?.[0])
}

/** What was kept. */
export function readAttempts(attempts: AttemptText): readonly AttemptRecord[] {
  return attempts === noAttempts ? none : rowsOf(attempts).map(toAttempt)
}

/** Of an entry that was never tried. */
export const noAttempts: AttemptText = ''

const none: readonly AttemptRecord[] = Object.freeze([])
const mostAttempts = 20

type AttemptRow = readonly [
  number: number,
  startedAt: number,
  ms: number,
  error: string | null,
  replay: number,
  note?: string,
]

function toRow({ number, startedAt, ms, error, replay, note }: AttemptRecord): AttemptRow {
  const row = [number, startedAt, ms, error, replay ? 1 : 0] as const
  return note === undefined ? row : [...row, note]
}

function rowsOf(attempts: AttemptText): readonly AttemptRow[] {
  return JSON.parse(attempts)
}

function toAttempt([number, startedAt, ms, error, replay, note]: AttemptRow): AttemptRecord {
  const attempt = { number, startedAt, ms, error, replay: replay === 1 }
  return note === undefined ? attempt : { ...attempt, note }
}
