import { arrivalsAtOnce, numbersOf, type RowNumbers, type Span } from '../lists/arrivals.ts'
import type { Ask } from './ask.ts'
import { type Row, textAt, toColumn } from './statement.ts'

/** A table whose rows are numbered as they arrive, by `seq`, and the one with its lines. With their schema. */
export interface Arriving {
  readonly table: string
  /** When the row arrived, epoch ms. */
  readonly at: string
  /** What numbers are taken from. */
  readonly sequence: string
  readonly lines: string
}

export function entryArrivals(schema: string): Arriving {
  return {
    table: `${schema}.entries`,
    at: 'received_at',
    sequence: `${schema}.entry_seq`,
    lines: `${schema}.arrivals`,
  }
}

export function sessionArrivals(schema: string): Arriving {
  return {
    table: `${schema}.sessions`,
    at: 'started_at',
    sequence: `${schema}.session_seq`,
    lines: `${schema}.session_arrivals`,
  }
}

/**
 * Writes when the rows of a registration arrived. A number may be given to a row long before others see it, so only those are
 * looked at whose writers have all ended.
 */
export class ArrivalNotes {
  readonly #ask: Ask
  readonly #arriving: Arriving
  readonly #registration: string
  #pending: Numbered | undefined

  constructor(ask: Ask, arriving: Arriving, registration: string) {
    this.#ask = ask
    this.#arriving = arriving
    this.#registration = registration
  }

  /** @returns how many rows were written: call again until it is 0 */
  async write(): Promise<number> {
    const upto = await this.#settledUpto()
    if (upto === undefined) return 0
    await this.#ask(forgetArrivals(this.#arriving), [this.#registration])
    let written = 0
    while (written < most) {
      const rows = await this.#ask(writeNext(this.#arriving), [this.#registration, upto])
      if (rows.length === 0) break
      written += 1
    }
    return written
  }

  /** The number up to which every row is there to be seen. */
  async #settledUpto(): Promise<string | undefined> {
    const before = this.#pending
    // In this order: who takes a number later is above it, and who has taken one holds the table.
    const [last = []] = await this.#ask(`SELECT last_value FROM ${this.#arriving.sequence}`, [])
    const writers = (await this.#ask(writersOf(this.#arriving), [])).map((row) => textAt(row, 0))
    const now = { upto: textAt(last, 0), writers }
    if (writers.length === 0) {
      this.#pending = undefined
      return now.upto
    }
    if (before?.writers.some((writer) => writers.includes(writer)) === true) return undefined
    this.#pending = now
    return before?.upto
  }
}

/** Finds rows by the time of their arrival. @returns where those stand that a span of time asks for */
export async function findArrivals(
  ask: Ask,
  arriving: Arriving,
  registration: string,
  { since = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER }: Span,
): Promise<RowNumbers> {
  const span = [toColumn(registration), Math.ceil(since), Math.ceil(until)]
  const [row = []] = await ask(fitting(arriving), span)
  const [first, last, before, end] = [0, 1, 2, 3].map((at) => numberIn(row, at))
  const isAbove = end === undefined || (await ask(above(arriving), [...span, end])).length > 0
  return numbersOf({ first, last, before, end, isAbove })
}

function numberIn(row: Row, at: number): number | undefined {
  const value = row[at]
  return value === undefined || value === null ? undefined : Number(value)
}

/** A number that was given already, and the transactions that had the table in their hands after it was. */
interface Numbered {
  readonly upto: string
  readonly writers: readonly string[]
}

// Lines at once: some 65,000 rows are read for them.
const most = 16

/** The transactions that write the table, other than this one. */
function writersOf({ table }: Arriving): string {
  return `SELECT DISTINCT l.virtualtransaction FROM pg_locks l
    WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.relation = '${table}'::regclass
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`
}

/** Two processes that do it at once write the same, or one range within the other. */
function writeNext({ table, at, lines }: Arriving): string {
  return `INSERT INTO ${lines} (registration, upto, oldest, newest)
    SELECT $1, max(n.seq), min(n.at), max(n.at) FROM (
      SELECT e.seq, e.${at} AS at FROM ${table} e
      WHERE e.registration = $1 AND e.seq <= $2
        AND e.seq > coalesce((SELECT max(a.upto) FROM ${lines} a WHERE a.registration = $1), 0)
      ORDER BY e.registration, e.seq LIMIT ${arrivalsAtOnce}
    ) n HAVING count(*) = ${arrivalsAtOnce}
    ON CONFLICT DO NOTHING RETURNING 1`
}

function fitting({ lines }: Arriving): string {
  return `SELECT f.first, f.last,
      (SELECT max(b.upto) FROM ${lines} b WHERE b.registration = $1 AND b.upto < f.first), f.upto
    FROM (
      SELECT max(a.upto) AS upto, min(a.upto) FILTER (WHERE a.newest >= $2 AND a.oldest < $3) AS first,
        max(a.upto) FILTER (WHERE a.newest >= $2 AND a.oldest < $3) AS last
      FROM ${lines} a WHERE a.registration = $1
    ) f`
}

/** On its own, and in their order: else the server may begin with the oldest of all. */
function above({ table, at }: Arriving): string {
  return `SELECT 1 FROM ${table} e
    WHERE e.registration = $1 AND e.seq > $4 AND e.${at} >= $2 AND e.${at} < $3
    ORDER BY e.registration, e.seq LIMIT 1`
}

/** Forgets the lines of rows that are all forgotten. */
function forgetArrivals({ table, lines }: Arriving): string {
  return `DELETE FROM ${lines} WHERE registration = $1 AND upto < (
    SELECT e.seq FROM ${table} e WHERE e.registration = $1 ORDER BY e.registration, e.seq LIMIT 1)`
}
