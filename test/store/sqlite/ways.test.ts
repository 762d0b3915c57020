import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { EntryFilter } from '../../../src/store/inbox-store.ts'
import { few } from '../../../src/store/lists/ways.ts'
import { inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { EntryReader } from '../../../src/store/sqlite/look/entry-reader.ts'
import { filterOf, pairs, rowsOf, type Trait } from '../pairs-of-filters.ts'

const many = 5 * few

/** A file in which many entries have one trait, the oldest of them another too, and that alone a few others. */
function filled(huge: Trait, small: Trait) {
  const connection = new DatabaseSync(':memory:')
  for (const step of inboxSchema) connection.exec(step)
  connection.exec(`BEGIN; INSERT INTO registrations VALUES (1, 'default')`)
  const rows = rowsOf(many, huge, small).flatMap(({ count, row }) => Array.from({ length: count }, () => row))
  const insert = connection.prepare(`INSERT INTO entries
    VALUES (?, 1, ?, ?, ?, ?, NULL, ?, ?, 1, 'push', NULL, NULL, 'f', x'7b7d', ?, NULL)`)
  const open = connection.prepare(`INSERT INTO open_entries VALUES (1, ?, ?, 1, 1, 0, 0, '', 0, 0, NULL)`)
  const end = connection.prepare(`INSERT INTO ends VALUES (?, 1, ?, 1, 0, 0, '', NULL)`)
  const review = connection.prepare(`INSERT INTO reviews VALUES (?, 1, '["overpaid"]', 1, NULL, NULL, NULL)`)
  rows.forEach(({ kind, state, reference, phone, conflictsWith, isInReview, receivedAt }, index) => {
    const seq = index + 1
    insert.run(seq, kind, `e${seq}`, `l${seq}`, reference, conflictsWith, receivedAt, phone)
    if (state === 'waiting') open.run(`l${seq}`, seq)
    else end.run(seq, state)
    if (isInReview) review.run(seq)
  })
  connection.exec('COMMIT')
  return connection
}

interface Run {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
  readonly rows: number
}

/** Statements that are run on a connection, with how many rows each gave. */
function watched(connection: DatabaseSync): readonly Run[] {
  const runs: Run[] = []
  const prepare = connection.prepare.bind(connection)
  connection.prepare = (sql) => {
    const statement: StatementSync = prepare(sql)
    const all = statement.all.bind(statement)
    return Object.assign(statement, {
      all: (...values: SQLInputValue[]) => {
        const rows = all(...values)
        runs.push({ sql, values, rows: rows.length })
        return rows
      },
    })
  }
  return runs
}

describe.each(pairs)('many that are $huge, and one of them that is $small', ({ huge, small }) => {
  it.each([
    ['a list', (reader: EntryReader, filter: EntryFilter) => reader.list({ ...filter, limit: 50 }, []).rows.length],
    ['a count', (reader: EntryReader, filter: EntryFilter) => sum(reader.count(filter, []).values())],
  ])('%s looks at some numbers, and at no more entries than a page may have', (_what, look) => {
    const connection = filled(huge, small)
    const reader = new EntryReader(connection)
    const runs = watched(connection)
    expect(look(reader, { registration: 'default', ...filterOf(huge, small) })).toBe(1)
    for (const { rows } of runs) expect(rows).toBeLessThanOrEqual(few + 1)
    const last = runs.at(-1)
    const plan = connection.prepare(`EXPLAIN QUERY PLAN ${last?.sql}`).all()
    expect(plan.map(({ detail }) => detail)).toContain('SEARCH e USING INTEGER PRIMARY KEY (rowid=?)')
    const numbers = last?.values.find((value) => typeof value === 'string' && /^\[[\d,]*\]$/.test(value))
    expect(JSON.parse(String(numbers)).length).toBeLessThanOrEqual(few)
  })
})

it('a page of a reference that all have is found among the newest few thousand', () => {
  const connection = filled('of a reference', 'open')
  const reader = new EntryReader(connection)
  const runs = watched(connection)
  expect(reader.list({ registration: 'default', reference: 'JOIN', limit: 50 }, []).rows).toHaveLength(50)
  const [after, upto] = runs.at(-1)?.values.slice(-3) ?? []
  expect(Number(upto) - Number(after)).toBeLessThanOrEqual(5_000)
  expect(runs).toHaveLength(2)
})

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((all, count) => all + count, 0)
}
