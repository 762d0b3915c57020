import { DatabaseSync } from 'node:sqlite'
import { entryArrivals } from '../../src/store/sqlite/inbox/inbox-schema.ts'
import { keyBytes, keyOf } from '../../src/store/sqlite/inbox/key-index.ts'
import { arrivalsAnew, type Copies, spacing, type Told } from './copies.ts'

/**
 * Copies entries within the file of a store that nobody has open, a statement for each kind: ten million through the store
 * itself would take hours. Each copy has its own id, lane, reference, identity and phone, and its rows in every table and
 * index. Only `usage` isn't counted, so that no entry is forgotten for want of room.
 */
export function fillSqlite(file: string, all: readonly Copies[], told: Told): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; PRAGMA temp_store = FILE',
    )
    database.function('letters', { deterministic: true }, (number) => lettersOf(Number(number)))
    database.function('identity', { deterministic: true }, (id) => keyBytes(keyOf('identity', 1, String(id))))
    database.function('id', { deterministic: true }, (id) => keyBytes(keyOf('id', 1, String(id))))
    const indexes = database
      .prepare(indexesOf)
      .all()
      .flatMap(({ name, sql }) => [[String(name), String(sql)] as const])
    const models = modelsOf(database, all)
    for (const [name] of indexes) database.exec(`DROP INDEX ${name}`)
    let behind = all.reduce((sum, { count }) => sum + count, 0)
    for (const copies of all) {
      told(`${copies.count} like ${copies.reference ?? 'a rejected one'}`)
      copy(database, copies, models.get(copies.reference), Date.now() - behind * spacing)
      behind -= copies.count
    }
    for (const [, sql] of indexes) {
      told(sql.slice(0, 60))
      database.exec(sql)
    }
    told('keys')
    database.exec(
      `DELETE FROM keys; INSERT INTO keys ${keys}; DELETE FROM key_floors; INSERT INTO key_floors ${floors};
      ${older}; ${arrivalsAnew(entryArrivals)}`,
    )
    database.exec('PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
}

/** The numbers of those that really came: looked for while there is nothing else. */
function modelsOf(file: DatabaseSync, all: readonly Copies[]): ReadonlyMap<string | null, unknown> {
  const find = file.prepare('SELECT max(seq) AS seq FROM entries WHERE reference IS ?')
  return new Map(all.map(({ reference }) => [reference, find.get(reference)?.seq]))
}

function copy(file: DatabaseSync, { reference, count, isWaiting = false }: Copies, one: unknown, from: number): void {
  const base = file.prepare('SELECT max(seq) AS seq FROM entries').get()?.seq
  if (typeof one !== 'number' || typeof base !== 'number') throw new Error(`No entry came with ${String(reference)}`)
  const values = { one, base, count, from }
  const run = (sql: string): unknown => file.prepare(`${numbers} ${sql}`).run(values)
  run(entries)
  if (isWaiting) {
    run(open)
    return
  }
  run(ends)
  run(reviews)
}

/** No digits: what has many of them in a row looks like a phone. */
function lettersOf(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}

const indexesOf = `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
  AND tbl_name IN ('entries', 'ends', 'reviews')`

// A name is made once, and stands in several columns.
const numbers = `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $count),
  n (n, name) AS MATERIALIZED (SELECT n, letters($base + n) FROM number)`

const at = `$from + n * ${spacing}`

const entries = `INSERT INTO entries (
    seq, registration, kind, id, lane, reference, session, conflicts_with, received_at, accepted_at, form, identity,
    identity_until, fingerprint, payload, phone, other_phone
  ) SELECT $base + n, registration, kind, id || name, lane || name,
    reference || '-' || name, session, conflicts_with, ${at}, ${at}, form,
    CASE WHEN identity IS NOT NULL THEN identity(id || name) END,
    identity_until, fingerprint, payload, phone || (n % 100000), other_phone || (n % 100000)
  FROM n CROSS JOIN entries WHERE seq = $one`

const ends = `INSERT INTO ends (seq, registration, state, finished_at, failures, replay, attempts, reason)
  SELECT $base + n, registration, state, ${at}, failures, replay, attempts, reason FROM n CROSS JOIN ends WHERE seq = $one`

const reviews = `INSERT INTO reviews (seq, registration, reasons, opened_at, settled_at, settled_by, note)
  SELECT $base + n, registration, reasons, ${at}, settled_at, settled_by, note
  FROM n CROSS JOIN reviews WHERE seq = $one`

// A day from now: nothing is due while it is measured.
const open = `INSERT INTO open_entries (
    registration, lane, seq, due_at, head, failures, replay, attempts, wait, waited
  ) SELECT e.registration, lane || name, $base + n, ${at} + 1e9, 1, 1, 0, n_.attempts, 1000, 1000
  FROM n CROSS JOIN entries e JOIN ends n_ ON n_.seq = e.seq WHERE e.seq = $one`

// The models came first, so they are the oldest.
const older = `UPDATE entries SET received_at = (SELECT min(received_at) FROM entries)
  WHERE seq < (SELECT seq FROM entries ORDER BY received_at LIMIT 1)`

const keys = `SELECT coalesce(identity, id(id)), registration, seq, accepted_at, identity_until,
    CASE WHEN identity IS NOT NULL THEN fingerprint END
  FROM entries GROUP BY 1 ORDER BY 1`

const floors = `SELECT value, (SELECT max(seq) FROM entries) FROM (
    WITH RECURSIVE part (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM part WHERE value < 255) SELECT value FROM part
  )`
