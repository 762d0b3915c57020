import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type KeptValues,
  type Rewriting,
  type RewrittenRows,
  rewriteText,
  rowsAtOnce,
  stepOver,
  type ValueTable,
} from '../sealed/kept-values.ts'
import type { FileName } from './main/thread.ts'
import { bytesOf, nullOr, numberOf, textOf } from './rows/values.ts'
import { openBeside } from './worker/connection.ts'

/** Where the values of subscribers stand. */
const tables: readonly (ValueTable & { readonly file: FileName })[] = [
  { file: 'inbox', name: 'entries', keys: ['seq'], texts: [], bytes: 'payload' },
  { file: 'inbox', name: 'ends', keys: ['seq'], texts: ['attempts', 'reason'] },
  { file: 'inbox', name: 'open_entries', keys: ['registration', 'lane', 'seq'], texts: ['attempts', 'reason'] },
  { file: 'inbox', name: 'erasures', keys: ['seq'], texts: [], bytes: 'payload' },
  { file: 'turns', name: 'sessions', keys: ['number'], texts: ['state', 'late'] },
  { file: 'turns', name: 'turns', keys: ['session', 'number'], texts: ['entered', 'screen', 'reply'] },
  { file: 'turns', name: 'effects', keys: ['registration', 'key'], texts: ['outcome'] },
  { file: 'turns', name: 'resumables', keys: ['registration', 'key'], texts: ['state'] },
  { file: 'turns', name: 'erasures', keys: ['number'], texts: ['outcome'] },
]

/** The values of the files, beside the application that owns them: each write is one short transaction. */
export class ValuesBeside implements KeptValues {
  readonly #files: Readonly<Record<FileName, string>>
  readonly #timeout: number
  readonly #use: <Value>(work: () => Value) => Value

  /** @param timeout ms that a lock of the application's is waited for @param use tells failures as the store does */
  constructor(files: Readonly<Record<FileName, string>>, timeout: number, use: <Value>(work: () => Value) => Value) {
    this.#files = files
    this.#timeout = timeout
    this.#use = use
  }

  async count(): Promise<number> {
    return tables.reduce((sum, { file, name }) => sum + this.#on(file, (on) => countOf(on, name)), 0)
  }

  async rewrite(after: string, rewriting: Rewriting): Promise<RewrittenRows> {
    const began = performance.now()
    const step = await stepOver(tables, after, (table, last) =>
      this.#on(table.file, (connection) => {
        const rows = pageOf(connection, table, last)
        const changes = rows.flatMap((row) => changesOf(row, table, rewriting))
        const written = changes.length === 0 ? 0 : write(connection, table, changes)
        const keys = rows.map((row) => table.keys.map((key) => String(row[key])))
        return { keys, written, missed: changes.length - written }
      }),
    )
    // The application wants to write too, and whoever writes all the time hardly lets it.
    if (step.written > 0) await pause(performance.now() - began)
    return step
  }

  /** What is overwritten goes out of the logs too. */
  async finish(): Promise<void> {
    for (const file of ['inbox', 'turns'] as const) {
      this.#on(file, (connection) => connection.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    }
  }

  #on<Value>(file: FileName, work: (connection: DatabaseSync) => Value): Value {
    return this.#use(() => {
      const connection = openBeside(this.#files[file], this.#timeout)
      try {
        connection.exec('PRAGMA secure_delete = ON')
        return work(connection)
      } finally {
        connection.close()
      }
    })
  }
}

type Row = Readonly<Record<string, SQLInputValue>>

/** A value that becomes another. */
interface Change {
  readonly row: Row
  readonly column: string
  readonly becomes: string | Uint8Array
}

function countOf(connection: DatabaseSync, name: string): number {
  return numberOf(connection.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.n)
}

function pageOf(
  connection: DatabaseSync,
  { name, keys, texts, bytes }: ValueTable,
  after: readonly string[] | undefined,
): readonly Row[] {
  const columns = [...keys, ...texts, ...(bytes === undefined ? [] : [bytes])].join(', ')
  const order = keys.join(', ')
  // Numbers of rows come back as text.
  const from = after === undefined ? '' : `WHERE (${order}) > (${keys.map(castOf).join(', ')})`
  return connection
    .prepare(`SELECT ${columns} FROM ${name} ${from} ORDER BY ${order} LIMIT ${rowsAtOnce}`)
    .all(...(after ?? []))
}

function castOf(key: string): string {
  return key === 'lane' || key === 'key' ? '?' : 'CAST(? AS INTEGER)'
}

function changesOf(row: Row, { texts, bytes }: ValueTable, rewriting: Rewriting): readonly Change[] {
  const changes: Change[] = []
  for (const column of texts) {
    const before = nullOr(row[column], textOf)
    if (before === null) continue
    const becomes = rewriteText(column, before, rewriting)
    if (becomes !== before) changes.push({ row, column, becomes })
  }
  const before = bytes === undefined ? null : nullOr(row[bytes], bytesOf)
  if (bytes === undefined || before === null) return changes
  const becomes = rewriting.bytes(before)
  if (becomes !== before) changes.push({ row, column: bytes, becomes })
  return changes
}

/** A row that the application has changed since stays as that left it. @returns how many were written */
function write(connection: DatabaseSync, { name, keys }: ValueTable, changes: readonly Change[]): number {
  const isRow = keys.map((key) => `${key} = ?`).join(' AND ')
  let written = 0
  connection.exec('BEGIN IMMEDIATE')
  for (const { row, column, becomes } of changes) {
    const update = connection.prepare(`UPDATE ${name} SET ${column} = ? WHERE ${isRow} AND ${column} = ?`)
    const { changes: count } = update.run(becomes, ...keys.map((key) => row[key] ?? null), row[column] ?? null)
    written += Number(count)
  }
  connection.exec('COMMIT')
  return written
}
