import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { arrivalsAtOnce, numbersOf, type RowNumbers, type Span } from '../../lists/arrivals.ts'
import type { Undo } from './undo.ts'
import { nullOr, numberOf } from './values.ts'

/** A table whose rows are numbered as they arrive, and the one with its lines. */
export interface Arriving {
  readonly table: string
  readonly number: string
  /** When the row arrived, epoch ms. */
  readonly at: string
  readonly lines: string
}

/** Writes when rows arrived: a line when the last of so many is there. */
export class ArrivalWriter {
  readonly #undo: Undo
  readonly #put: StatementSync
  readonly #forget: StatementSync
  #line: Line

  constructor(connection: DatabaseSync, undo: Undo, { table, number, at, lines }: Arriving, lastNumber: number) {
    this.#undo = undo
    this.#put = connection.prepare(`INSERT OR REPLACE INTO ${lines} VALUES (?, ?, ?)`)
    this.#forget = connection.prepare(`DELETE FROM ${lines} WHERE upto < (SELECT min(${number}) FROM ${table})`)
    const upto = lineOf(lastNumber)
    const row = connection
      .prepare(`SELECT min(${at}) AS oldest, max(${at}) AS newest FROM ${table} WHERE ${number} > ? AND ${number} <= ?`)
      .get(upto - arrivalsAtOnce, upto)
    const { oldest, newest } = emptyLine(upto)
    this.#line = { upto, oldest: numberIn(row?.oldest) ?? oldest, newest: numberIn(row?.newest) ?? newest }
  }

  /** Called for each row, in the order of their numbers. */
  note(number: number, at: number): void {
    const upto = lineOf(number)
    const before = this.#line
    if (before.upto !== upto) {
      this.#line = emptyLine(upto)
      this.#undo.push(() => {
        this.#line = before
      })
    }
    // What is undone leaves a line too wide, which finds the same.
    const line = this.#line
    line.oldest = Math.min(line.oldest, at)
    line.newest = Math.max(line.newest, at)
    if (number === upto) this.#put.run(upto, line.oldest, line.newest)
  }

  /** Forgets the lines of rows that are all forgotten. */
  forget(): void {
    this.#forget.run()
  }
}

/** Finds rows by the time of their arrival. */
export class ArrivalReader {
  readonly #fitting: StatementSync
  readonly #before: StatementSync
  readonly #end: StatementSync
  readonly #above: StatementSync

  constructor(connection: DatabaseSync, { table, number, at, lines }: Arriving) {
    this.#fitting = connection.prepare(
      `SELECT min(upto) AS first, max(upto) AS last FROM ${lines} WHERE newest >= ? AND oldest < ?`,
    )
    this.#before = connection.prepare(`SELECT max(upto) AS upto FROM ${lines} WHERE upto < ?`)
    this.#end = connection.prepare(`SELECT max(upto) AS upto FROM ${lines}`)
    this.#above = connection.prepare(
      `SELECT 1 FROM ${table} NOT INDEXED WHERE ${number} > ? AND ${at} >= ? AND ${at} < ? LIMIT 1`,
    )
  }

  /** Where those stand that a span of time asks for. */
  find({ since = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER }: Span): RowNumbers {
    const fitting = this.#fitting.get(since, until)
    const [first, last, end] = [fitting?.first, fitting?.last, this.#end.get()?.upto].map(numberIn)
    const before = first === undefined ? undefined : numberIn(this.#before.get(first)?.upto)
    return numbersOf({ first, last, before, end, isAbove: this.#above.get(end ?? 0, since, until) !== undefined })
  }
}

function numberIn(value: unknown): number | undefined {
  return nullOr(value, numberOf) ?? undefined
}

export function arrivalLines({ lines }: Arriving): string {
  return `CREATE TABLE ${lines} (upto INTEGER PRIMARY KEY, oldest INTEGER NOT NULL, newest INTEGER NOT NULL) STRICT`
}

interface Line {
  readonly upto: number
  oldest: number
  newest: number
}

function emptyLine(upto: number): Line {
  return { upto, oldest: Number.MAX_SAFE_INTEGER, newest: Number.MIN_SAFE_INTEGER }
}

/** `upto` of the line that a row stands in. */
function lineOf(number: number): number {
  return Math.ceil(number / arrivalsAtOnce) * arrivalsAtOnce
}
