import { hash } from 'node:crypto'
import {
  type KeptValues,
  type Rewriting,
  type RewrittenRows,
  rewriteText,
  rowsAtOnce,
  stepOver,
  type ValueTable,
} from '../sealed/kept-values.ts'
import { SchemaAsking } from './ask.ts'
import { readPayload } from './inbox/entry-columns.ts'
import { numberAt, type Row, textAt } from './statement.ts'

/** Where the values of subscribers stand. Each key with the type of its column. */
const tables: readonly ValueTable[] = [
  { name: 'entries', keys: ['registration::text', 'seq::bigint'], texts: ['reason', 'attempts'], bytes: 'payload' },
  { name: 'sessions', keys: ['registration::text', 'seq::bigint'], texts: ['state', 'late'] },
  { name: 'turns', keys: ['session::bigint', 'seq::bigint'], texts: ['entered', 'screen', 'reply'] },
  { name: 'effects', keys: ['key::uuid'], texts: ['outcome'] },
  { name: 'resumables', keys: ['key::uuid'], texts: ['state'] },
]

/** The values of the tables, beside the applications that work on them. */
export class PostgresValues extends SchemaAsking implements KeptValues {
  async count(): Promise<number> {
    const each = tables.map(({ name }) => `(SELECT count(*) FROM ${this.schema}.${name})`)
    const [row = []] = await this.ask(`SELECT ${each.join(' + ')}`, [])
    return numberAt(row, 0)
  }

  rewrite(after: string, rewriting: Rewriting): Promise<RewrittenRows> {
    return stepOver(tables, after, async (table, last) => {
      const rows = await this.#page(table, last)
      let [written, missed] = [0, 0]
      for (const { column, changes } of changesOf(rows, table, rewriting)) {
        if (changes.length === 0) continue
        const count = await this.#write(table, column, changes)
        written += count
        missed += changes.length - count
      }
      return { keys: rows.map((row) => keysOf(row, table)), written, missed }
    })
  }

  /** Rows of before stay in the server's files until it needs their room. */
  finish(): Promise<void> {
    return Promise.resolve()
  }

  #page({ name, keys, texts, bytes }: ValueTable, after: readonly string[] | undefined): Promise<readonly Row[]> {
    // Of the table, and not what is read of it as text: 10 stands before 9 there.
    const order = keys.map((key) => `t.${nameOf(key)}`).join(', ')
    const columns = [...keys.map((key) => `t.${nameOf(key)}::text`), ...texts]
    if (bytes !== undefined) columns.push(`encode(${bytes}, 'base64')`)
    const from = after === undefined ? '' : `WHERE (${order}) > (${keys.map(bound).join(', ')})`
    const table = `${this.schema}.${name} t`
    return this.ask(
      `SELECT ${columns.join(', ')} FROM ${table} ${from} ORDER BY ${order} LIMIT ${rowsAtOnce}`,
      after ?? [],
    )
  }

  /**
   * A row that was changed since stays as it was left, and so does one that an application has in its hands: nothing is waited
   * for, so nothing waits in a ring. @returns how many were written
   */
  async #write({ name, keys, bytes }: ValueTable, column: string, changes: readonly Change[]): Promise<number> {
    const names = keys.map(nameOf)
    const types = keys.map(typeOf)
    const [before, becomes] =
      column === bytes ? [column, "decode(n.becomes, 'base64')"] : [`convert_to(${column}, 'UTF8')`, 'n.becomes']
    const isRow = names.map((key) => `t.${key} = n.${key}`).join(' AND ')
    const isAsBefore = `encode(sha256(${before.replace(column, `t.${column}`)}), 'hex') = n.before`
    const lists = [...types, 'text', 'text'].map((type, index) => `$${index + 1}::${type}[]`).join(', ')
    const rows = await this.ask(
      `WITH given AS MATERIALIZED (
        SELECT * FROM unnest(${lists}) AS g (${names.join(', ')}, before, becomes)
      ), free AS MATERIALIZED (
        SELECT n.* FROM given n CROSS JOIN LATERAL (
          SELECT 1 FROM ${this.schema}.${name} t WHERE ${isRow} AND ${isAsBefore} LIMIT 1 FOR UPDATE SKIP LOCKED
        ) held
      )
      UPDATE ${this.schema}.${name} t SET ${column} = ${becomes} FROM free n WHERE ${isRow} AND ${isAsBefore} RETURNING 1`,
      [
        ...keys.map((_, index) => changes.map(({ row }) => textAt(row, index))),
        changes.map((change) => change.before),
        changes.map((change) => change.becomes),
      ],
    )
    return rows.length
  }
}

/** A value that becomes another, as the server is told of it. */
interface Change {
  readonly row: Row
  /** The SHA-256 of what stood there: it costs less to send than that. */
  readonly before: string
  readonly becomes: string
}

/** By columns. */
function changesOf(rows: readonly Row[], { keys, texts, bytes }: ValueTable, rewriting: Rewriting) {
  const columns = texts.map((column, index) => ({
    column,
    changes: rows.flatMap((row) => changeOfText(row, row[keys.length + index] ?? null, column, rewriting)),
  }))
  if (bytes === undefined) return columns
  const changes = rows.flatMap((row) =>
    changeOfBytes(row, readPayload(textAt(row, keys.length + texts.length)), rewriting),
  )
  return [...columns, { column: bytes, changes }]
}

function changeOfText(row: Row, before: string | null, column: string, rewriting: Rewriting): readonly Change[] {
  if (before === null) return []
  const becomes = rewriteText(column, before, rewriting)
  return becomes === before ? [] : [{ row, before: hash('sha256', before), becomes }]
}

function changeOfBytes(row: Row, before: Uint8Array, rewriting: Rewriting): readonly Change[] {
  const becomes = rewriting.bytes(before)
  if (becomes === before) return []
  return [{ row, before: hash('sha256', before), becomes: Buffer.from(becomes).toString('base64') }]
}

function keysOf(row: Row, { keys }: ValueTable): readonly string[] {
  return keys.map((_, index) => textAt(row, index))
}

function nameOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}

function typeOf(key: string): string {
  return key.slice(key.indexOf(':') + 2)
}

function bound(key: string, index: number): string {
  return `$${index + 1}::${typeOf(key)}`
}
