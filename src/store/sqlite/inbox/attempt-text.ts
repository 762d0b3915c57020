import type { AttemptRecord } from '../../entry.ts'

/** Attempts as they are kept: JSON of arrays, the oldest first. Nothing for none. */
export type AttemptText = string

/** Adds an attempt, and forgets the oldest when there are too many. */
export function addAttempt(attempts: AttemptText, attempt: AttemptRecord): AttemptText {
  const { number, startedAt, ms, error, replay, note } = attempt
  const row = [number, startedAt, ms, error, replay ? 1 : 0]
  const added = JSON.stringify(note === undefined ? row : [...row, note])
  if (attempts === noAttempts) return `[${added}]`
  const kept = rowsOf(attempts).slice(1 - mostAttempts)
  return `[${[...kept.map((row) => JSON.stringify(row)), added].join()}]`
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

function rowsOf(attempts: AttemptText): readonly AttemptRow[] {
  return JSON.parse(attempts)
}

function toAttempt([number, startedAt, ms, error, replay, note]: AttemptRow): AttemptRecord {
  const attempt = { number, startedAt, ms, error, replay: replay === 1 }
  return note === undefined ? attempt : { ...attempt, note }
}
