import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { arrivalsAtOnce, type EntryNumbers, numbersOf } from '../../arrivals.ts'
import type { EntryFilter } from '../../inbox-store.ts'
import type { Undo } from '../rows/undo.ts'
import { nullOr, numberOf } from '../rows/values.ts'

/** Writes when entries arrived: a line when the last of so many is accepted. */
export class ArrivalWriter {
  readonly #undo: Undo
  readonly #put: StatementSync
  #line: Line

  constructor(connection: DatabaseSync, undo: Undo, lastSeq: number) {
    this.#undo = undo
    this.#put = connection.prepare('INSERT OR REPLACE INTO arrivals VALUES (?, ?, ?)')
    const upto = lineOf(lastSeq)
    const row = connection
      .prepare('SELECT min(received_at) AS oldest, max(received_at) AS newest FROM entries WHERE seq > ? AND seq <= ?')
      .get(upto - arrivalsAtOnce, upto)
    const { oldest, newest } = emptyLine(upto)
    this.#line = {
      upto,
      oldest: nullOr(row?.oldest, numberOf) ?? oldest,
      newest: nullOr(row?.newest, numberOf) ?? newest,
    }
  }

  /** Called for each entry, in the order of their numbers. */
  note(seq: number, receivedAt: number): void {
    const upto = lineOf(seq)
    const before = this.#line
    if (before.upto !== upto) {
      this.#line = emptyLine(upto)
      this.#undo.push(() => {
        this.#line = before
      })
    }
    // What is undone leaves a line too wide, which finds the same.
    const line = this.#line
    line.oldest = Math.min(line.oldest, receivedAt)
    line.newest = Math.max(line.newest, receivedAt)
    if (seq === upto) this.#put.run(upto, line.oldest, line.newest)
  }
}

/** Finds entries by the time of their arrival. */
export class ArrivalReader {
  readonly #fitting: StatementSync
  readonly #before: StatementSync
  readonly #end: StatementSync
  readonly #above: StatementSync

  constructor(connection: DatabaseSync) {
    this.#fitting = connection.prepare(
      'SELECT min(upto) AS first, max(upto) AS last FROM arrivals WHERE newest >= ? AND oldest < ?',
    )
    this.#before = connection.prepare('SELECT max(upto) AS upto FROM arrivals WHERE upto < ?')
    this.#end = connection.prepare('SELECT max(upto) AS upto FROM arrivals')
    this.#above = connection.prepare(
      'SELECT 1 FROM entries WHERE seq > ? AND received_at >= ? AND received_at < ? LIMIT 1',
    )
  }

  /** Where those stand that a filter's time asks for. */
  find({
    since = Number.MIN_SAFE_INTEGER,
    until = Number.MAX_SAFE_INTEGER,
  }: Pick<EntryFilter, 'since' | 'until'>): EntryNumbers {
    const fitting = this.#fitting.get(since, until)
    const first = nullOr(fitting?.first, numberOf)
    const end = nullOr(this.#end.get()?.upto, numberOf) ?? undefined
    return numbersOf({
      first: first ?? undefined,
      last: nullOr(fitting?.last, numberOf) ?? undefined,
      before: first === null ? undefined : (nullOr(this.#before.get(first)?.upto, numberOf) ?? undefined),
      end,
      isAbove: this.#above.get(end ?? 0, since, until) !== undefined,
    })
  }
}

/** Lines for entries that were there before them, all but the last, which may get more. */
export const fillArrivals = `INSERT INTO arrivals
  SELECT (seq + ${arrivalsAtOnce - 1}) / ${arrivalsAtOnce} * ${arrivalsAtOnce} AS upto, min(received_at), max(received_at)
  FROM entries GROUP BY 1 HAVING upto <= (SELECT max(seq) FROM entries)`

interface Line {
  readonly upto: number
  oldest: number
  newest: number
}

function emptyLine(upto: number): Line {
  return { upto, oldest: Number.MAX_SAFE_INTEGER, newest: Number.MIN_SAFE_INTEGER }
}

/** `upto` of the line that an entry stands in. */
function lineOf(seq: number): number {
  return Math.ceil(seq / arrivalsAtOnce) * arrivalsAtOnce
}
