import pg from 'pg'
import { ArrivalNotes, entryArrivals } from '../../src/store/postgres/arrivals.ts'
import { rowsOf } from '../../src/store/postgres/statement.ts'
import { type Copies, spacing, type Told } from './copies.ts'

/** The same in a database that nobody works on. */
export async function fillPostgres(url: string, all: readonly Copies[], told: Told): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SET search_path = merchant; SET maintenance_work_mem = '1GB'; SET work_mem = '1GB'")
    const { rows: indexes } = await client.query(indexesOf)
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
    let behind = all.reduce((sum, { count }) => sum + count, 0)
    for (const copies of all) {
      told(`${copies.count} like ${copies.reference ?? 'a rejected one'}`)
      await copy(client, copies, Date.now() - behind * spacing)
      behind -= copies.count
    }
    for (const { name, sql } of indexes) {
      told(name)
      await client.query(sql)
    }
    told('arrivals')
    await client.query(older)
    const notes = new ArrivalNotes(
      (text, values) => rowsOf(client, { text }, values),
      entryArrivals('merchant'),
      'default',
    )
    for (let written = 1; written > 0; ) written = await notes.write()
    told('vacuum')
    await client.query('VACUUM ANALYZE entries; ')
    await client.query('VACUUM ANALYZE active')
  } finally {
    await client.end()
  }
}

async function copy(client: pg.Client, { reference, count, isWaiting = false }: Copies, from: number): Promise<void> {
  const { rows } = await client.query('SELECT max(seq) AS seq FROM entries WHERE reference IS NOT DISTINCT FROM $1', [
    reference,
  ])
  await client.query(entriesWith(isWaiting), [rows[0]?.seq, count, from])
  if (isWaiting) await client.query(active)
}

// The models came first, so they are the oldest.
const older = `UPDATE entries SET received_at = (SELECT min(received_at) FROM entries)
  WHERE seq < (SELECT seq FROM entries ORDER BY received_at LIMIT 1)`

// The unique ones and those of keys are made again too: only the primary keys stay.
const indexesOf = `SELECT i.relname AS name, pg_get_indexdef(i.oid) AS sql FROM pg_index x
  JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace s ON s.oid = t.relnamespace
  WHERE s.nspname = 'merchant' AND t.relname = 'entries' AND NOT x.indisprimary`

// No digits: what has many of them in a row looks like a phone.
const letters = "translate(s.seq::text, '0123456789', 'abcdefghij')"

function entriesWith(isWaiting: boolean): string {
  const time = `to_timestamp(${at} / 1000.0)`
  const ended = isWaiting ? `'waiting', 0, NULL, NULL` : `state, failures, reason, ${time}`
  return `INSERT INTO entries (
      registration, seq, key, id, kind, lane, lane_key, reference, session, conflicts_with, received_at, form, payload,
      replay, attempts, fence, review, review_opened_at, review_settled_at, review_settled_by, review_note, phone,
      other_phone, state, failures, reason, finished_at, swept_from
    ) SELECT registration, s.seq, ${keyOf(`id || ${letters}`)}, id || ${letters}, kind, lane || ${letters},
      ('x' || substr(${digestOf(`lane || ${letters}`)}, 1, 16))::bit(64)::bigint, reference || '-' || ${letters}, session,
      conflicts_with, ${at}, form, payload, replay, attempts, fence, review, review_opened_at, review_settled_at,
      review_settled_by, review_note, phone || (n % 100000), other_phone || (n % 100000), ${ended}, date_trunc('minute', ${time})
    FROM entries e, LATERAL (SELECT n, nextval('entry_seq') AS seq FROM generate_series(1, $2::int) n OFFSET 0) s
    WHERE e.seq = $1`
}

const at = `($3::bigint + n::bigint * ${spacing})`

const active = `INSERT INTO active (registration, seq, lane_key, due_at)
  SELECT registration, seq, lane_key, now() + interval '1 day' FROM entries WHERE state = 'waiting'`

function keyOf(name: string): string {
  return `substr(${digestOf(name)}, 1, 32)::uuid`
}

/** As `src/store/postgres/keys.ts` makes it. */
function digestOf(name: string): string {
  return `encode(sha256(convert_to(length(registration) || ':' || registration || ${name}, 'UTF8')), 'hex')`
}
