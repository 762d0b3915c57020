import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { EntryReview } from '../../entry.ts'
import type { ReviewSettling, SeenReview } from '../../inbox-store.ts'
import { agreedReview, reviewAfter } from '../../review.ts'
import { nullOr, numberOf, readText, textOf } from '../rows/values.ts'

/** Which entries a person should look at. Those that nobody needs to have no row here, and cost nothing. */
export class Reviews {
  readonly #find: StatementSync
  readonly #put: StatementSync
  readonly #settle: StatementSync
  readonly #remove: StatementSync

  constructor(connection: DatabaseSync) {
    this.#find = connection.prepare(`SELECT ${reviewColumns} FROM reviews r WHERE r.seq = ?`)
    this.#put = connection.prepare('INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.#settle = connection.prepare(settleOpen)
    this.#remove = connection.prepare('DELETE FROM reviews WHERE seq = ?')
  }

  /** An entry has ended. @param now epoch ms */
  ended(registration: number, seq: number, reasons: readonly string[], now: number): void {
    const review = this.#of(seq)
    const after = reviewAfter(review, reasons, now)
    if (after !== undefined && after !== review) this.#keep(registration, seq, after)
  }

  /** A person settles a review, with texts as `keepText` makes them. @returns whether it was open, and as it was seen */
  settle(seq: number, settling: ReviewSettling, seen: SeenReview, now: number): boolean {
    return runSettle(this.#settle, seq, settling, seen, now)
  }

  /** An entry was found to agree with what it conflicts with. @param now epoch ms */
  agreed(registration: number, seq: number, now: number): void {
    if (this.#of(seq) === undefined) this.#keep(registration, seq, agreedReview(now))
  }

  forget(seq: number): void {
    this.#remove.run(seq)
  }

  #of(seq: number): EntryReview | undefined {
    const row = this.#find.get(seq)
    return row && readReview(row)
  }

  #keep(registration: number, seq: number, { reasons, openedAt, settledAt, settledBy, note }: EntryReview): void {
    this.#put.run(seq, registration, JSON.stringify(reasons), openedAt, settledAt, settledBy, note)
  }
}

/** Settles a review beside the application: it looks at the table, not at what it remembers. */
export function settleBeside(
  connection: DatabaseSync,
  seq: number,
  settling: ReviewSettling,
  seen: SeenReview,
): boolean {
  return runSettle(connection.prepare(settleOpen), seq, settling, seen, Date.now())
}

function runSettle(
  statement: StatementSync,
  seq: number,
  { by, note }: ReviewSettling,
  { reasons, attempts }: SeenReview,
  now: number,
): boolean {
  const asSeen = reasons === undefined ? null : JSON.stringify(reasons)
  const last = attempts ?? null
  return statement.run(now, by, note, seq, asSeen, asSeen, last, seq, seq, last).changes === 1
}

// The number of an attempt stands first in its row. One that was replayed is open again, and has no end.
const lastAttempt = `SELECT coalesce(json_extract(nullif(t.attempts, ''), '$[#-1][0]'), 0) FROM (
    SELECT n.attempts FROM ends n WHERE n.seq = ?
    UNION ALL
    SELECT o.attempts FROM entries e
    JOIN open_entries o ON o.registration = e.registration AND o.lane = e.lane AND o.seq = e.seq WHERE e.seq = ?
  ) t`

const settleOpen = `UPDATE reviews SET settled_at = ?, settled_by = ?, note = ?
  WHERE seq = ? AND settled_at IS NULL AND (? IS NULL OR reasons = ?) AND (? IS NULL OR (${lastAttempt}) = ?)`

/** Of reviews `r`: what `readReview` reads. */
export const reviewColumns = 'r.reasons, r.opened_at, r.settled_at, r.settled_by, r.note'

/** A review with its texts as they are kept; undefined where there is none. */
export function readReview(row: Readonly<Record<string, unknown>>): EntryReview | undefined {
  if (row.reasons === null) return undefined
  const reasons: readonly string[] = JSON.parse(textOf(row.reasons))
  return {
    reasons,
    openedAt: numberOf(row.opened_at),
    settledAt: nullOr(row.settled_at, numberOf),
    settledBy: nullOr(row.settled_by, textOf),
    note: nullOr(row.note, textOf),
  }
}

/** The same as it was given. */
export function toReview(review: EntryReview): EntryReview {
  const { settledBy, note } = review
  return { ...review, settledBy: settledBy && readText(settledBy), note: note && readText(note) }
}
