import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Kind } from '../../../pushes/kinds.ts'
import { cutPage } from '../../lists/page.ts'
import { type KindStop, knownStops, type NewKindStop } from '../../people/stops.ts'
import type { NewTrailLine, TrailLine, TrailPage, TrailQuery } from '../../people/trail.ts'
import { keepText, keptOrNot, nullOr, numberOf, shown } from '../rows/values.ts'
import type { Operations } from '../worker/dispatcher.ts'

/** Writes what people did, and which kinds of push they stopped: in the transaction of a group, or beside the application. */
export class PeopleTables {
  readonly #statements: ReturnType<typeof prepare>
  readonly #reader: PeopleReader
  /** Epoch ms that count for what follows. */
  now: number

  constructor(connection: DatabaseSync, now = 0) {
    this.#statements = prepare(connection)
    this.#reader = new PeopleReader(connection)
    this.now = now
  }

  addLine(registration: string, { by, act, entry, about, reason }: NewTrailLine): void {
    const texts = [registration, by, act, entry, about, reason].map((text) => keptOrNot(text))
    const weight = texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), besides)
    this.#statements.addLine.run(this.now, weight, ...texts)
  }

  /** @returns how many were there */
  forgetLines(numbers: readonly number[]): number {
    return numbers.filter((number) => this.#statements.forgetLine.run(number).changes === 1).length
  }

  /** @returns false where it was stopped already */
  stopKind(registration: string, { kind, by, reason }: NewKindStop): boolean {
    const { stopKind } = this.#statements
    return stopKind.run(keepText(registration), kind, this.now, keepText(by), keepText(reason)).changes === 1
  }

  /** @returns false where it was not stopped */
  startKind(registration: string, kind: Kind): boolean {
    return this.#statements.startKind.run(keepText(registration), kind).changes === 1
  }

  listStops(registration: string): readonly KindStop[] {
    return this.#reader.stops(registration)
  }
}

/** What people have the application's thread, or one of their own, do to these tables. */
export type PeopleOperations = Operations<Omit<PeopleTables, 'now'>>

/** Reads them on a connection of its own. */
export class PeopleReader {
  readonly #newest: StatementSync
  readonly #ofEntry: StatementSync
  readonly #weight: StatementSync
  readonly #weights: StatementSync
  readonly #past: StatementSync
  readonly #stops: StatementSync

  constructor(connection: DatabaseSync) {
    this.#newest = connection.prepare(selectLines(''))
    this.#ofEntry = connection.prepare(selectLines('AND entry = ?'))
    this.#weight = connection.prepare('SELECT coalesce(sum(weight), 0) AS weight FROM trail WHERE registration = ?')
    this.#weights = connection.prepare('SELECT seq, weight FROM trail WHERE registration = ? ORDER BY seq DESC')
    this.#past = connection.prepare(`
      SELECT seq FROM trail WHERE registration = ? AND (at <= ? OR seq <= ?) ORDER BY seq LIMIT ?`)
    this.#stops = connection.prepare('SELECT kind, at, person, reason FROM stops WHERE registration = ? ORDER BY rowid')
  }

  /** A page of the trail, newest first. */
  lines({ registration, entry, since = 0, until = forever, limit, cursor = highest }: TrailQuery): TrailPage {
    const name = keepText(registration)
    const place = [Number(cursor), Math.ceil(since), Math.ceil(until), limit + 1] as const
    const rows =
      entry === undefined ? this.#newest.all(name, ...place) : this.#ofEntry.all(name, keepText(entry), ...place)
    const { items, next } = cutPage(rows, limit, readLine, ({ seq }) => String(seq))
    return { lines: items, next }
  }

  /**
   * The numbers of lines that were written until then, and of the oldest that there is no room for; `most` at most.
   *
   * @param until epoch ms
   * @param room bytes
   */
  pastLines(registration: string, until: number, room: number, most: number): readonly number[] {
    const name = keepText(registration)
    return this.#past.all(name, until, this.#beyond(name, room), most).map(({ seq }) => numberOf(seq))
  }

  /** The kinds that are stopped, the oldest stop first. */
  stops(registration: string): readonly KindStop[] {
    const rows = this.#stops.all(keepText(registration))
    return knownStops(
      rows.map(({ kind, at, person, reason }) => ({
        kind: shown(kind),
        at: numberOf(at),
        by: shown(person),
        reason: shown(reason),
      })),
    )
  }

  /** The newest line that there is no room for; 0 where all fit. */
  #beyond(name: string, room: number): number {
    let left = room
    if (numberOf(this.#weight.get(name)?.weight) <= left) return 0
    let upTo = 0
    for (const { seq, weight } of this.#weights.iterate(name)) {
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
    by: nullOr(row.person, shown),
    act: shown(row.act),
    entry: nullOr(row.entry, shown),
    about: nullOr(row.about, shown),
    reason: nullOr(row.reason, shown),
  }
}

function prepare(connection: DatabaseSync) {
  return {
    addLine: connection.prepare(`
      INSERT INTO trail (at, weight, registration, person, act, entry, about, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    forgetLine: connection.prepare('DELETE FROM trail WHERE seq = ?'),
    stopKind: connection.prepare(`
      INSERT OR IGNORE INTO stops (registration, kind, at, person, reason) VALUES (?, ?, ?, ?, ?)`),
    startKind: connection.prepare('DELETE FROM stops WHERE registration = ? AND kind = ?'),
  }
}

const selectLines = (which: string): string => `SELECT seq, at, person, act, entry, about, reason FROM trail
  WHERE registration = ? ${which} AND seq < ? AND at >= ? AND at < ? ORDER BY seq DESC LIMIT ?`

// Bytes of a line beside its texts, with its places in the indexes.
const besides = 128
// Numbers of lines, and epoch ms, stay below.
const forever = Number.MAX_SAFE_INTEGER
const highest = String(forever)
