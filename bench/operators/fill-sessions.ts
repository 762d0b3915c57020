import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { ArrivalNotes, sessionArrivals as postgresArrivals } from '../../src/store/postgres/arrivals.ts'
import { rowsOf } from '../../src/store/postgres/statement.ts'
import { sessionArrivals } from '../../src/store/sqlite/turns/turns-schema.ts'
import { arrivalsAnew, type Told } from './copies.ts'

// ms between two sessions: a million of them are younger than what is forgotten by its age.
const spacing = 500
// One in so many is of the other kind.
const rare = 20_000

/** Copies the session that really came, with its turns, within a file of turns that nobody has open. */
export function fillSqliteSessions(file: string, many: number, told: Told): void {
  told(`${many} sessions`)
  const database = new DatabaseSync(file)
  try {
    database.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000',
    )
    const run = (sql: string, values: Record<string, number>): unknown =>
      database.prepare(`${numbers} ${sql}`).run(values)
    run(sqliteSessions, { many, from: Date.now() - many * spacing })
    run(sqliteTurns, { many })
    database.exec(older('number'))
    database.exec(arrivalsAnew(sessionArrivals))
    database.exec('PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
}

/** The same in a database that nobody works on. */
export async function fillPostgresSessions(url: string, many: number, told: Told): Promise<void> {
  told(`${many} sessions`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SET search_path = merchant')
    await client.query(postgresSessions, [many, Date.now() - many * spacing])
    await client.query(postgresTurns)
    await client.query(older('seq'))
    const ask = (text: string, values: Parameters<typeof rowsOf>[2]) => rowsOf(client, { text }, values)
    const notes = new ArrivalNotes(ask, postgresArrivals('merchant'), 'default')
    for (let written = 1; written > 0; ) written = await notes.write()
    told('vacuum')
    await client.query('VACUUM ANALYZE sessions')
    await client.query('VACUUM ANALYZE turns')
  } finally {
    await client.end()
  }
}

const kind = `CASE WHEN n % ${rare} = 1 THEN 'programmable' ELSE kind END`

// The model came first, so it is the oldest.
const older = (number: string): string =>
  `UPDATE sessions SET started_at = (SELECT min(started_at) FROM sessions) WHERE ${number} = (SELECT min(${number}) FROM sessions)`

const numbers = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < $many)`

const sqliteSessions = `INSERT INTO sessions (registration, kind, session_id, phone, phone_key, started_at, last_at, expiry,
    expires_at, is_retired, is_over, masks_answer, was_fenced, was_ended, turns, kept, fallbacks, forgotten_to, weight, owner)
  SELECT registration, ${kind}, session_id || n, phone, phone_key || (n % 100000), $from + n * ${spacing},
    $from + n * ${spacing}, expiry, $from + n * ${spacing} + expiry, 1, 1, masks_answer, was_fenced, was_ended, turns, kept,
    fallbacks, forgotten_to, weight, owner
  FROM n CROSS JOIN sessions WHERE number = 1`

const sqliteTurns = `INSERT INTO turns (session, number, key, at, sequence, type, entered, screen, source, ms)
  SELECT 1 + n, number, key, at, sequence, type, entered, screen, source, ms FROM n CROSS JOIN turns WHERE session = 1`

const at = `($2::bigint + n::bigint * ${spacing})`
const expires = `to_timestamp((${at} + expiry) / 1000.0)`

/** As `src/store/postgres/keys.ts` makes it. */
const nameKey = `substr(encode(sha256(convert_to(length(registration) || ':' || registration || session_id || n, 'UTF8')), 'hex'), 1, 32)::uuid`

const postgresSessions = `INSERT INTO sessions (registration, key, name_key, kind, session_id, phone, phone_key, started_at, last_at,
    expiry, expires_at, swept_from, is_live, is_over, turns, fallbacks)
  SELECT registration, gen_random_uuid(), ${nameKey}, ${kind}, session_id || n, phone, phone_key || (n % 100000), ${at}, ${at},
    expiry, ${expires}, date_trunc('minute', ${expires}), false, true, turns, fallbacks
  FROM (SELECT * FROM sessions LIMIT 1) s, generate_series(1, $1::int) n`

const postgresTurns = `INSERT INTO turns (session, key, sequence, type, at, entered, screen, source, ms)
  SELECT s.seq, t.key, t.sequence, t.type, t.at, t.entered, t.screen, t.source, t.ms
  FROM (SELECT * FROM turns LIMIT 1) t JOIN sessions s ON s.seq > t.session ORDER BY s.seq`
