import type { ClientBase } from 'pg'
import { FMW_STORE_SCHEMA } from '../../errors.ts'
import { flagAt, numberAt, type Row, rowsOf, textAt } from '../statement.ts'

/**
 * Tables that were copied without their sequences, as `\copy` and logical replication do, give out numbers that are taken: no
 * push could be kept. One statement reads the rows, and then asks for the numbers: those who write meanwhile raise no alarm.
 * A user who may not use a sequence isn't told.
 *
 * @param warnOfTrail is told that the one of the trail is behind, without which pushes are kept: else that is refused too
 * @throws FMW_STORE_SCHEMA
 */
export async function checkSequences(
  client: ClientBase,
  name: string,
  schema: string,
  warnOfTrail?: (why: string) => void,
): Promise<void> {
  for (const row of await rowsOf(client, { text: standing(schema) }, [schema])) {
    const sequence = `${schema}.${textAt(row, 0)}`
    const next = await nextOf(client, sequence, row)
    if (next === undefined || next > numberAt(row, 1)) continue
    const why = `the sequence ${sequence} is behind the tables, as where tables were copied without their sequences. Run, whether processes run or not: ${setLines(schema)}`
    if (textAt(row, 0) !== ofTrail || warnOfTrail === undefined) throw new FMW_STORE_SCHEMA(name, why)
    warnOfTrail(why)
  }
}

/**
 * The number that it gives out next. One that gave none since it was set, as `RESTART WITH` leaves it, tells that in its row alone,
 * which a user who may only use it can't read: then it isn't known.
 */
async function nextOf(client: ClientBase, sequence: string, standing: Row): Promise<number | undefined> {
  if (standing[2] !== null) return numberAt(standing, 2)
  if (!flagAt(standing, 3)) return undefined
  const own = { text: `SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM ${sequence}` }
  const [row = []] = await rowsOf(client, own)
  return numberAt(row, 0)
}

// Of its column: its name is the server's own.
const ofTrail = 'trail_seq_seq'

/**
 * Each sequence that rows have numbers of, with the newest of these, found by an index: those of turns and fences are looked for in the
 * newest rows. Then the number that it gives out next, and whether its row may be read. The one of the trail comes last.
 */
function standing(schema: string): string {
  const newest = (of: string) => `(SELECT coalesce(max(seq), 0) FROM last_${of})`
  const fence = `(SELECT coalesce(max(e.fence), 0) FROM last_entries l CROSS JOIN LATERAL (
      SELECT t.fence FROM ${schema}.entries t WHERE t.registration = l.registration ORDER BY t.seq DESC LIMIT 100
    ) e)`
  const turn = `(SELECT coalesce(max(t.seq), 0) FROM last_sessions l JOIN ${schema}.turns t ON t.session = l.seq)`
  return `WITH RECURSIVE ${['entries', 'sessions', 'trail'].map((table) => lastIn(schema, table)).join(', ')}
    SELECT n.name, n.newest,
      CASE WHEN has_sequence_privilege(c.oid, 'USAGE, SELECT') THEN pg_sequence_last_value(c.oid) + 1 END,
      has_sequence_privilege(c.oid, 'SELECT')
    FROM (VALUES ('entry_seq', ${newest('entries')}), ('fence_seq', ${fence}), ('session_seq', ${newest('sessions')}),
      ('turn_seq', ${turn}), ('${ofTrail}', ${newest('trail')})) n (name, newest)
    JOIN pg_class c ON c.relnamespace = to_regnamespace($1) AND c.relname = n.name AND c.relkind = 'S'
    WHERE n.newest > 0 ORDER BY n.name = '${ofTrail}'`
}

/** The newest row of each registration: from one to the one before it by the index, however many rows each has. */
function lastIn(schema: string, table: string): string {
  const newest = 'ORDER BY t.registration DESC, t.seq DESC LIMIT 1'
  return `last_${table} AS (
      (SELECT t.registration, t.seq FROM ${schema}.${table} t ${newest})
      UNION ALL
      SELECT n.registration, n.seq FROM last_${table} l CROSS JOIN LATERAL (
        SELECT t.registration, t.seq FROM ${schema}.${table} t WHERE t.registration < l.registration ${newest}
      ) n
    )`
}

/** What puts all of them right. */
export function setLines(schema: string): string {
  const set = (sequence: string, most: string) => `SELECT setval(${sequence}, ${most});`
  const most = (column: string, table: string) =>
    `(SELECT coalesce(max(${column}), 0) + 1000000 FROM ${schema}.${table})`
  return [
    set(`'${schema}.entry_seq'`, most('seq', 'entries')),
    set(
      `'${schema}.fence_seq'`,
      `greatest(${most('fence', 'entries')}, ${most('work_fence', 'sessions')}, ${most('greatest(closed_with, finished_with)', 'turns')})`,
    ),
    set(`'${schema}.session_seq'`, most('seq', 'sessions')),
    set(`'${schema}.turn_seq'`, most('seq', 'turns')),
    set(`pg_get_serial_sequence('${schema}.trail', 'seq')`, most('seq', 'trail')),
  ].join(' ')
}
