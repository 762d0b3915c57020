import type { ClientBase } from 'pg'
import { FMW_STORE_SCHEMA } from '../errors.ts'
import { type Row, rowsOf, statement, textAt } from './statement.ts'

/**
 * Looks whether its user has the rights that the store needs: where the owner made the tables by hand and forgot some, pushes would be
 * refused without end, or acknowledged and never settled. Rights to columns count as those to their table. What a function calls
 * needs no right of the user where the owner has made that function `SECURITY DEFINER`.
 *
 * @param schema in quotes
 * @throws FMW_STORE_SCHEMA
 */
export async function checkGrants(client: ClientBase, name: string, schema: string): Promise<void> {
  const values = [schema, ...columnsOf(pairsOf(rights)), called, ...columnsOf(pairsOf(calledIn))]
  const rows = await rowsOf(client, { text: `(${missing}) UNION ALL (${notCallable})` }, values)
  if (rows.length === 0) return
  const [user] = await rowsOf(client, whoAmI)
  const found = rows.map((row) => textAt(row, 0)).join(', ')
  throw new FMW_STORE_SCHEMA(name, `its user may not use ${found} of the schema ${schema}. ${whatHelps(schema, user)}`)
}

const missing = `SELECT DISTINCT c.relname::text FROM unnest($2::text[], $3::text[]) AS n (name, needed)
  JOIN pg_class c ON c.relnamespace = to_regnamespace($1) AND c.relname = n.name
  WHERE NOT CASE
    WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, 'USAGE, UPDATE')
    WHEN n.needed = 'DELETE' THEN has_table_privilege(c.oid, n.needed)
    ELSE has_any_column_privilege(c.oid, n.needed) END
  ORDER BY 1`

const notCallable = `WITH RECURSIVE call (name) AS (
    SELECT unnest($4::text[])
    UNION
    SELECT n.inner_name FROM call c
      JOIN unnest($5::text[], $6::text[]) AS n (name, inner_name) ON n.name = c.name
      JOIN pg_proc p ON p.pronamespace = to_regnamespace($1) AND p.proname = c.name AND NOT p.prosecdef
  )
  SELECT DISTINCT p.proname || '()' FROM call c
  JOIN pg_proc p ON p.pronamespace = to_regnamespace($1) AND p.proname = c.name
  WHERE NOT has_function_privilege(p.oid, 'EXECUTE') ORDER BY 1`

function pairsOf(lists: Readonly<Record<string, readonly string[]>>): readonly (readonly [string, string])[] {
  return Object.entries(lists).flatMap(([name, each]) => each.map((one) => [name, one] as const))
}

function columnsOf(pairs: readonly (readonly [string, string])[]): readonly (readonly string[])[] {
  return [pairs.map(([first]) => first), pairs.map(([, second]) => second)]
}

const all = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const

/**
 * What the store needs of each table and sequence. Lines of the trail, which nobody changes, are deleted when they are old: who takes
 * that right away keeps them for good.
 */
export const rights: Readonly<Record<string, readonly string[]>> = {
  entry_seq: ['USAGE'],
  fence_seq: ['USAGE'],
  session_seq: ['USAGE'],
  turn_seq: ['USAGE'],
  entries: all,
  active: all,
  identities: all,
  instances: all,
  instance_names: all,
  sessions: all,
  turns: all,
  effects: all,
  resumables: all,
  clock: ['SELECT', 'UPDATE'],
  trail: ['SELECT', 'INSERT'],
  stops: ['SELECT', 'INSERT', 'DELETE'],
  arrivals: ['SELECT', 'INSERT', 'DELETE'],
  session_arrivals: ['SELECT', 'INSERT', 'DELETE'],
}

/** The functions of the schema that this version of the package calls. Older ones call others, which it leaves alone. */
export const called: readonly string[] = [
  'accept_1',
  'beat_1',
  'begin_effect_1',
  'claim_1',
  'close_turn_1',
  'end_session_1',
  'finish_work_1',
  'held_1',
  'leave_1',
  'note_turn_1',
  'open_turn_1',
  'see_end_1',
  'settle_1',
  'settle_and_accept_1',
  'tell_time_1',
  'unpark_1',
  'version_1',
  'was_ended_1',
]

/** And those that functions call. */
export const calledIn: Readonly<Record<string, readonly string[]>> = {
  begin_effect_1: ['find_session_1', 'is_overtaken_1', 'lock_mark_1', 'set_mark_1', 'until_1'],
  close_turn_1: ['end_overtaken_1', 'find_session_1', 'lock_mark_1', 'set_mark_1', 'until_1'],
  end_overtaken_1: ['find_session_1', 'is_overtaken_1', 'lock_mark_1'],
  end_session_1: ['add_turn_1', 'start_session_1'],
  finish_work_1: ['end_overtaken_1', 'find_session_1', 'lock_mark_1', 'set_mark_1', 'until_1'],
  is_overtaken_1: ['until_1', 'version_1'],
  note_turn_1: ['add_turn_1', 'start_session_1'],
  open_turn_1: ['add_turn_1', 'start_session_1'],
  see_end_1: ['until_1'],
  settle_and_accept_1: ['accept_1', 'settle_1'],
  start_session_1: ['find_session_1'],
}

/** What its user is called, in quotes where SQL needs them. */
export const whoAmI = statement('SELECT quote_ident(current_user)')

/** What the owner of the tables does about tables or functions that are missing. */
export function runSchema(schema: string): string {
  return `Let the owner of the tables run what postgresSchema({ schema: ${schema} }) prints`
}

/** And about rights. @param user the answer of `whoAmI` */
export function whatHelps(schema: string, user: Row | undefined): string {
  const to = user === undefined ? 'its_user' : textAt(user, 0)
  return [
    `${runSchema(schema)}, and after it:`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${to};`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to};`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to};`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${to};`,
    `REVOKE UPDATE ON ${schema}.trail FROM ${to};`,
  ].join(' ')
}
