import type { ClientBase } from 'pg'
import { FMW_STORE_SCHEMA } from '../errors.ts'
import { type Row, rowsOf, statement, textAt } from './statement.ts'

/**
 * Looks whether its user has the rights that the store needs: where the owner made the tables by hand and forgot some, pushes would be
 * refused without end, or acknowledged and never settled. Rights to columns count as those to their table.
 *
 * @param schema in quotes
 * @throws FMW_STORE_SCHEMA
 */
export async function checkGrants(client: ClientBase, name: string, schema: string): Promise<void> {
  const needed = Object.entries(rights).flatMap(([table, each]) => each.map((right) => [table, right] as const))
  const rows = await rowsOf(client, { text: missing }, [
    schema,
    needed.map(([table]) => table),
    needed.map(([, right]) => right),
  ])
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

/** What its user is called, in quotes where SQL needs them. */
export const whoAmI = statement('SELECT quote_ident(current_user)')

/** The server's code for what a user may not do. */
export const forbidden = '42501'

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
