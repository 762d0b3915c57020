import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { cutPage } from '../../lists/page.ts'
import type { NewTrailLine, TrailLine, TrailPage, TrailQuery } from '../../people/trail.ts'
import { keepText, nullOr, numberOf, readText, textOf } from '../rows/values.ts'

/** Adds to the trail and forgets of it, in the transaction of a group. Texts are as `keepText` makes them. */
export class TrailTable {
  readonly #insert: StatementSync
  readonly #forget: StatementSync
  #now = 0

  constructor(connection: DatabaseSync) {
    this.#insert = connection.prepare(insertLine)
    this.#forget = connection.prepare('DELETE FROM trail WHERE seq = ?')
  }

  /** Epoch ms that count for the operations which follow. */
  set now(now: number) {
    this.#now = now
  }

  addLine(registration: string, line: NewTrailLine): void {
    addTo(this.#insert, registration, line, this.#now)
  }

  /** @returns how many were there */
  forgetLines(numbers: readonly number[]): number {
    return numbers.filter((number) => this.#forget.run(number).changes === 1).length
  }
}

/** Adds a line beside the application, which need not run. */
export function addBeside(connection: DatabaseSync, registration: string, line: NewTrailLine): void {
  addTo(connection.prepare(insertLine), registration, line, Date.now())
}

function addTo(insert: StatementSync, registration: string, line: NewTrailLine, now: number): void {
  const { by, act, entry, about, reason } = line
  const texts = [registration, by, act, entry, about, reason]
  const weight = texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), besides)
  insert.run(now, weight, ...texts)
}

/** Reads the trail on a connection of its own. */
export class TrailReader {
  readonly #newest: StatementSync
  readonly #ofEntry: StatementSync
  readonly #weight: StatementSync
  readonly #weights: StatementSync
  readonly #past: StatementSync

  constructor(connection: DatabaseSync) {
    this.#newest = connection.prepare(selectLines(''))
    this.#ofEntry = connection.prepare(selectLines('AND entry = ?'))
    this.#weight = connection.prepare('SELECT coalesce(sum(weight), 0) AS weight FROM trail WHERE registration = ?')
    this.#weights = connection.prepare('SELECT seq, weight FROM trail WHERE registration = ? ORDER BY seq DESC')
    this.#past = connection.prepare(`
      SELECT seq FROM trail WHERE registration = ? AND (at <= ? OR seq <= ?) ORDER BY seq LIMIT ?`)
  }

  /** A page, newest first, with its texts as they are kept. */
  list({ registration, entry, since = 0, until = forever, limit, cursor = highest }: TrailQuery): TrailPage {
    const place = [Number(cursor), Math.ceil(since), Math.ceil(until), limit + 1] as const
    const rows =
      entry === undefined ? this.#newest.all(registration, ...place) : this.#ofEntry.all(registration, entry, ...place)
    const { items, next } = cutPage(rows, limit, readLine, ({ seq }) => String(seq))
    return { lines: items, next }
  }

  /**
   * The numbers of those that were written until then, and of the oldest that there is no room for; `most` at most.
   *
   * @param until epoch ms
   * @param room bytes
   */
  past(registration: string, until: number, room: number, most: number): readonly number[] {
    return this.#past.all(registration, until, this.#beyond(registration, room), most).map(({ seq }) => numberOf(seq))
  }

  /** The newest line that there is no room for; 0 where all fit. */
  #beyond(registration: string, room: number): number {
    let left = room
    if (numberOf(this.#weight.get(registration)?.weight) <= left) return 0
    let upTo = 0
    for (const { seq, weight } of this.#weights.iterate(registration)) {
      upTo = numberOf(seq)
      left -= numberOf(weight)
      if (left < 0) break
    }
    return upTo
  }
}

function readLine(row: Readonly<Record<string, unknown>>): TrailLine {
  return {
    at: numberOf(row.at),
    by: nullOr(row.person, textOf),
    act: textOf(row.act),
    entry: nullOr(row.entry, textOf),
    about: nullOr(row.about, textOf),
    reason: nullOr(row.reason, textOf),
  }
}

/** A line with its texts as they are kept. */
export function keptLine<Line extends NewTrailLine>(line: Line): Line {
  return { ...line, ...textsOf(line, keepText) }
}

/** The same as it was given. */
export function toLine(line: TrailLine): TrailLine {
  return { ...line, ...textsOf(line, readText) }
}

function textsOf({ by, act, entry, about, reason }: NewTrailLine, change: (text: string) => string): NewTrailLine {
  const changed = (text: string | null): string | null => (text === null ? null : change(text))
  return { by: changed(by), act: change(act), entry: changed(entry), about: changed(about), reason: changed(reason) }
}

const insertLine = `INSERT INTO trail (at, weight, registration, person, act, entry, about, reason)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

const selectLines = (which: string): string => `SELECT seq, at, person, act, entry, about, reason FROM trail
  WHERE registration = ? ${which} AND seq < ? AND at >= ? AND at < ? ORDER BY seq DESC LIMIT ?`

// Bytes of a line beside its texts, with its places in the indexes.
const besides = 128
// Numbers of lines, and epoch ms, stay below.
const forever = Number.MAX_SAFE_INTEGER
const highest = String(forever)
