import { followUpKinds } from '../../entry.ts'

/**
 * A statement that forgets finished entries and counts them. The push of one that was not handled is new when it comes
 * again, as `isUnhandledPush` has it.
 *
 * @param which a condition on an entry `e` of the registration `$1`
 * @param most how many, as SQL
 */
export function forgetEntries(schema: string, which: string, most: string | number): string {
  return `WITH old AS MATERIALIZED (
    SELECT e.registration, e.seq, e.key, e.kind, e.state FROM ${schema}.entries e
    WHERE e.registration = $1 AND e.finished_at IS NOT NULL AND ${which}
    ORDER BY e.registration, e.finished_at LIMIT ${most} FOR UPDATE SKIP LOCKED
  ), known AS (
    DELETE FROM ${schema}.identities i USING old o
    WHERE o.state <> 'done' AND o.kind NOT IN (${ownKinds}) AND i.entry = o.key
  ), gone AS (
    DELETE FROM ${schema}.entries e USING old o WHERE e.registration = o.registration AND e.seq = o.seq RETURNING 1
  ) SELECT count(*) FROM gone`
}

const ownKinds = followUpKinds.map((kind) => `'${kind}'`).join(', ')
