import type { NewTrailLine, TrailLine, TrailLook, TrailPage, TrailQuery, TrailStore } from '../../people/trail.ts'
import { type Ask, durably, SchemaAsking } from '../ask.ts'
import { Conditions, checkAsked, toPage } from '../conditions.ts'
import { epochMs, nullable } from '../inbox/entry-columns.ts'
import { forgetChosen, isLarge } from '../inbox/sweep.ts'
import { keyOf } from '../keys.ts'
import { fromColumn, numberAt, type Row, textAt, toColumn, toColumnIfAny, type Value } from '../statement.ts'

/** What people did, for people and tools. */
export class PostgresTrailLook extends SchemaAsking implements TrailLook {
  async append(registration: string, { by, act, entry, about, reason }: NewTrailLine): Promise<void> {
    const key = entry === null ? null : keyOf(registration, entry)
    const texts = [registration, by, act, entry, about, reason].map(toColumnIfAny)
    await this.ask(
      `INSERT INTO ${this.schema}.trail (registration, person, act, entry, about, reason, entry_key)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      RETURNING ${durably}`,
      [...texts, key],
    )
  }

  async list(query: TrailQuery): Promise<TrailPage> {
    checkAsked(query)
    const { registration, entry, since, until, limit, cursor } = query
    const found = new Conditions()
    found.addIf(toColumn(registration), (name) => `t.registration = ${name}`)
    found.addIf(entry === undefined ? undefined : keyOf(registration, entry), (key) => `t.entry_key = ${key}`)
    found.addIf(since, (ms) => `t.at >= to_timestamp(${ms}::float8 / 1000)`)
    found.addIf(until, (ms) => `t.at < to_timestamp(${ms}::float8 / 1000)`)
    found.addIf(cursor, (seq) => `t.seq < ${seq}`)
    const rows = await this.ask(
      `SELECT ${columns} FROM ${this.schema}.trail t WHERE ${found.text}
      ORDER BY t.registration DESC, t.seq DESC LIMIT ${found.bind(limit + 1)}`,
      found.values,
    )
    const { items, next } = toPage(rows, limit, toLine)
    return { lines: items, next }
  }
}

/** The trail of a registration, for one who opened it. */
export class PostgresTrail extends PostgresTrailLook implements TrailStore {
  readonly #registration: string
  readonly #room: number

  /** @param room bytes */
  constructor(schema: string, ask: Ask, registration: string, room: number) {
    super(schema, ask)
    this.#registration = toColumn(registration)
    this.#room = room
  }

  async sweep(keep: number, most: number): Promise<number> {
    const old = await this.#forget(`t.at <= now() - $2 * interval '1 millisecond' ORDER BY t.registration, t.at`, [
      keep,
      Math.floor(most),
    ])
    const left = Math.floor(most) - old
    if (left <= 0 || !(await isLarge(this.ask, `${this.schema}.trail`, this.#room))) return old
    return old + (await this.#forget(beyondRoom(this.schema), [this.#room, left]))
  }

  async #forget(which: string, values: readonly Value[]): Promise<number> {
    const table = `${this.schema}.trail`
    // One process at a time: rows can't be locked by a user who may not change them.
    const choice = `SELECT t.registration, t.seq FROM ${table} t
      WHERE (SELECT pg_try_advisory_xact_lock(hashtext('${table}'), hashtext($1))) AND t.registration = $1 AND ${which} LIMIT $3`
    const [row = []] = await this.ask(forgetChosen(table, 'registration, seq', choice), [this.#registration, ...values])
    return numberAt(row, 0)
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
