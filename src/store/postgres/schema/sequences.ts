import type { ClientBase } from 'pg'
import { FMW_STORE_SCHEMA } from '../../errors.ts'
import { flagAt, numberAt, rowsOf } from '../statement.ts'

/**
 * Tables that were copied without their sequences, as `\copy` and logical replication do, give out numbers that are taken: no
 * push could be kept. The rows are read first: each has its number from before, so those who write meanwhile raise no alarm.
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
  for (const [sequence, table, newest] of watched) {
    const [last = []] = await rowsOf(client, { text: `${lastIn(schema, table)} ${newest(schema)}` })
    const next = await nextOf(client, `${schema}.${sequence}`)
    if (next === undefined || next > numberAt(last, 0)) continue
    const why = `the sequence ${schema}.${sequence} is behind the tables, as where tables were copied without their sequences. Run, whether processes run or not: ${setLines(schema)}`
    if (table !== 'trail' || warnOfTrail === undefined) throw new FMW_STORE_SCHEMA(name, why)
    warnOfTrail(why)
  }
}

/**
 * The number that it gives out next. One that gave none since it was set, as `RESTART WITH` leaves it, tells that in its row alone,
 * which a user who may only use it can't read: then it isn't known.
 */
async function nextOf(client: ClientBase, sequence: string): Promise<number | undefined> {
  const text = `SELECT pg_sequence_last_value(s.seqrelid) + 1, has_sequence_privilege(s.seqrelid, 'SELECT')
    FROM pg_sequence s WHERE s.seqrelid = to_regclass($1) AND has_sequence_privilege(s.seqrelid, 'USAGE, SELECT')`
  const [known] = await rowsOf(client, { text }, [sequence])
  if (known === undefined) return undefined
  if (!flagAt(known, 1)) return known[0] === null ? undefined : numberAt(known, 0)
  const own = { text: `SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM ${sequence}` }
  const [row = []] = await rowsOf(client, own)
  return numberAt(row, 0)
}

/** Each with the newest numbers that rows have of it, found by an index: those of turns and fences are looked for in the newest rows. */
const watched: readonly (readonly [sequence: string, table: string, newest: (schema: string) => string])[] = [
  ['entry_seq', 'entries', () => newestSeq],
  [
    'fence_seq',
    'entries',
    (schema) => `SELECT coalesce(max(e.fence), 0) FROM last CROSS JOIN LATERAL (
      SELECT t.fence FROM ${schema}.entries t WHERE t.registration = last.registration ORDER BY t.seq DESC LIMIT 100
    ) e`,
  ],
  ['session_seq', 'sessions', () => newestSeq],
  [
    'turn_seq',
    'sessions',
    (schema) => `SELECT coalesce(max(t.seq), 0) FROM last JOIN ${schema}.turns t ON t.session = last.seq`,
  ],
  // Of its column: its name is the server's own.
  ['trail_seq_seq', 'trail', () => newestSeq],
]
const newestSeq = 'SELECT coalesce(max(seq), 0) FROM last'

/** The newest row of each registration: from one to the one before it by the index, however many rows each has. */
function lastIn(schema: string, table: string): string {
  const newest = 'ORDER BY t.registration DESC, t.seq DESC LIMIT 1'
  return `WITH RECURSIVE last AS (
      (SELECT t.registration, t.seq FROM ${schema}.${table} t ${newest})
      UNION ALL
      SELECT n.registration, n.seq FROM last CROSS JOIN LATERAL (
        SELECT t.registration, t.seq FROM ${schema}.${table} t WHERE t.registration < last.registration ${newest}
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
