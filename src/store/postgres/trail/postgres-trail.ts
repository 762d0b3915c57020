import type { NewTrailLine, TrailLine, TrailLook, TrailPage, TrailQuery, TrailStore } from '../../people/trail.ts'
import type { Ask } from '../ask.ts'
import { epochMs, nullable } from '../inbox/entry-columns.ts'
import { checkLimit, readCursor } from '../inbox/inbox-look.ts'
import { forgetChosen } from '../inbox/sweep.ts'
import { keyOf } from '../keys.ts'
import { fromColumn, numberAt, type Row, textAt, toColumn, type Value } from '../statement.ts'

/** What people did, for people and tools. */
export class PostgresTrailLook implements TrailLook {
  readonly #schema: string
  readonly #ask: Ask

  constructor(schema: string, ask: Ask) {
    this.#schema = schema
    this.#ask = ask
  }

  /** As durable as all the rest, whatever the application has set for itself. */
  async append(registration: string, { by, act, entry, about, reason }: NewTrailLine): Promise<void> {
    const key = entry === null ? null : keyOf(registration, entry)
    const texts = [registration, by, act, entry, about, reason].map((text) => (text === null ? null : toColumn(text)))
    await this.#ask(
      `INSERT INTO ${this.#schema}.trail (registration, person, act, entry, about, reason, entry_key)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      RETURNING set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`,
      [...texts, key],
    )
  }

  async list({ registration, entry, since, until, limit, cursor }: TrailQuery): Promise<TrailPage> {
    checkLimit(limit)
    const values: Value[] = [toColumn(registration)]
    const conditions = ['t.registration = $1']
    const add = (condition: (value: string) => string, value: Value | undefined) => {
      if (value === undefined) return
      values.push(value)
      conditions.push(condition(`$${values.length}`))
    }
    add((key) => `t.entry_key = ${key}`, entry === undefined ? undefined : keyOf(registration, entry))
    add((ms) => `t.at >= to_timestamp(${ms}::float8 / 1000)`, since)
    add((ms) => `t.at < to_timestamp(${ms}::float8 / 1000)`, until)
    add((seq) => `t.seq < ${seq}`, cursor === undefined ? undefined : readCursor(cursor))
    values.push(limit + 1)
    const rows = await this.#ask(
      `SELECT ${columns} FROM ${this.#schema}.trail t WHERE ${conditions.join(' AND ')}
      ORDER BY t.registration DESC, t.seq DESC LIMIT $${values.length}`,
      values,
    )
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next = last === undefined || rows.length <= limit ? undefined : textAt(last, 0)
    return { lines: page.map(toLine), next }
  }
}

/** The trail of a registration, for one who opened it. */
export class PostgresTrail extends PostgresTrailLook implements TrailStore {
  readonly #schema: string
  readonly #ask: Ask
  readonly #registration: string
  readonly #room: number

  /** @param room bytes */
  constructor(schema: string, ask: Ask, registration: string, room: number) {
    super(schema, ask)
    this.#schema = schema
    this.#ask = ask
    this.#registration = toColumn(registration)
    this.#room = room
  }

  async sweep(keep: number, most: number): Promise<number> {
    const old = await this.#forget(`t.at <= now() - $2 * interval '1 millisecond' ORDER BY t.registration, t.at`, [
      keep,
      Math.floor(most),
    ])
    const left = Math.floor(most) - old
    if (left <= 0 || !(await this.#isLarge())) return old
    return old + (await this.#forget(beyondRoom(this.#schema), [this.#room, left]))
  }

  async #forget(which: string, values: readonly Value[]): Promise<number> {
    const table = `${this.#schema}.trail`
    // One process at a time: rows can't be locked by a user who may not change them.
    const choice = `SELECT t.registration, t.seq FROM ${table} t
      WHERE (SELECT pg_try_advisory_xact_lock(hashtext('${table}'), hashtext($1))) AND t.registration = $1 AND ${which} LIMIT $3`
    const [row = []] = await this.#ask(forgetChosen(table, 'registration, seq', choice), [
      this.#registration,
      ...values,
    ])
    return numberAt(row, 0)
  }

  /** Whether the table takes more than the room: only then its rows are looked at. */
  async #isLarge(): Promise<boolean> {
    const [row = []] = await this.#ask(`SELECT pg_total_relation_size('${this.#schema}.trail')`, [])
    return numberAt(row, 0) > this.#room
  }
}

function beyondRoom(schema: string): string {
  return `t.seq <= (
    SELECT max(o.seq) FROM (
      SELECT s.seq, sum(${weight}) OVER (ORDER BY s.seq DESC) AS total FROM ${schema}.trail s WHERE s.registration = $1
    ) o WHERE o.total > $2
  ) ORDER BY t.registration, t.seq`
}

// Bytes of a line with its places in the indexes.
const weight = `192 + octet_length(concat(s.person, s.act, s.entry, s.about, s.reason))`

const columns = `t.seq, ${epochMs('t.at')}, t.person, t.act, t.entry, t.about, t.reason`

function toLine(row: Row): TrailLine {
  return {
    at: numberAt(row, 1),
    by: nullable(row, 2, fromColumn),
    act: fromColumn(textAt(row, 3)),
    entry: nullable(row, 4, fromColumn),
    about: nullable(row, 5, fromColumn),
    reason: nullable(row, 6, fromColumn),
  }
}
