import { arrivalsAtOnce, type EntryNumbers, numbersOf } from '../../arrivals.ts'
import type { EntryFilter } from '../../inbox-store.ts'
import type { Ask } from '../ask.ts'
import { type Row, textAt, toColumn } from '../statement.ts'

/**
 * Writes when the entries of a registration arrived. A number may be given to an entry long before others see it, so only those
 * are looked at whose writers have all ended.
 */
export class ArrivalNotes {
  readonly #ask: Ask
  readonly #schema: string
  readonly #registration: string
  #pending: Numbered | undefined

  constructor(ask: Ask, schema: string, registration: string) {
    this.#ask = ask
    this.#schema = schema
    this.#registration = registration
  }

  /** @returns how many rows were written: call again until it is 0 */
  async write(): Promise<number> {
    const upto = await this.#settledUpto()
    if (upto === undefined) return 0
    await this.#ask(forgetArrivals(this.#schema), [this.#registration])
    let written = 0
    while (written < most) {
      const rows = await this.#ask(writeNext(this.#schema), [this.#registration, upto])
      if (rows.length === 0) break
      written += 1
    }
    return written
  }

  /** The number up to which every entry is there to be seen. */
  async #settledUpto(): Promise<string | undefined> {
    const before = this.#pending
    // In this order: who takes a number later is above it, and who has taken one holds the table.
    const [last = []] = await this.#ask(`SELECT last_value FROM ${this.#schema}.entry_seq`, [])
    const writers = (await this.#ask(writersOf(this.#schema), [])).map((row) => textAt(row, 0))
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

/** Finds entries by the time of their arrival. @returns where those stand that the filter's time asks for */
export async function findArrivals(ask: Ask, schema: string, filter: EntryFilter): Promise<EntryNumbers> {
  const { registration, since = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER } = filter
  const span = [toColumn(registration), Math.ceil(since), Math.ceil(until)]
  const [row = []] = await ask(fitting(schema), span)
  const [first, last, before, end] = [0, 1, 2, 3].map((at) => numberIn(row, at))
  const isAbove = end === undefined || (await ask(above(schema), [...span, end])).length > 0
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

// Rows at once: some 65,000 entries are read for them.
const most = 16

/** The transactions that write the table, other than this one. */
function writersOf(schema: string): string {
  return `SELECT DISTINCT l.virtualtransaction FROM pg_locks l
    WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.relation = '${schema}.entries'::regclass
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`
}

/** Two processes that do it at once write the same, or one range within the other. */
function writeNext(schema: string): string {
  return `INSERT INTO ${schema}.arrivals (registration, upto, oldest, newest)
    SELECT $1, max(n.seq), min(n.received_at), max(n.received_at) FROM (
      SELECT e.seq, e.received_at FROM ${schema}.entries e
      WHERE e.registration = $1 AND e.seq <= $2
        AND e.seq > coalesce((SELECT max(a.upto) FROM ${schema}.arrivals a WHERE a.registration = $1), 0)
      ORDER BY e.registration, e.seq LIMIT ${arrivalsAtOnce}
    ) n HAVING count(*) = ${arrivalsAtOnce}
    ON CONFLICT DO NOTHING RETURNING 1`
}

function fitting(schema: string): string {
  return `SELECT f.first, f.last,
      (SELECT max(b.upto) FROM ${schema}.arrivals b WHERE b.registration = $1 AND b.upto < f.first), f.upto
    FROM (
      SELECT max(a.upto) AS upto, min(a.upto) FILTER (WHERE a.newest >= $2 AND a.oldest < $3) AS first,
        max(a.upto) FILTER (WHERE a.newest >= $2 AND a.oldest < $3) AS last
      FROM ${schema}.arrivals a WHERE a.registration = $1
    ) f`
}

/** On its own, and in their order: else the server may begin with the oldest of all. */
function above(schema: string): string {
  return `SELECT 1 FROM ${schema}.entries e
    WHERE e.registration = $1 AND e.seq > $4 AND e.received_at >= $2 AND e.received_at < $3
    ORDER BY e.registration, e.seq LIMIT 1`
}

/** Forgets the rows of entries that are all forgotten. */
function forgetArrivals(schema: string): string {
  return `DELETE FROM ${schema}.arrivals WHERE registration = $1 AND upto < (
    SELECT e.seq FROM ${schema}.entries e WHERE e.registration = $1 ORDER BY e.registration, e.seq LIMIT 1)`
}
