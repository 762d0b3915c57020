import type { ClientBase } from 'pg'
import { FMW_STORE_SCHEMA } from '../errors.ts'
import { schemaSteps } from './schema/postgres-schema.ts'
import { type Row, rowsOf, statement, textAt } from './statement.ts'

/**
 * Looks whether its user may read and fill each table, and use each sequence: where the owner made them by hand and gave no rights to a new one, every push
 * would be refused without end.
 *
 * @param schema in quotes
 * @throws FMW_STORE_SCHEMA
 */
export async function checkGrants(client: ClientBase, name: string, schema: string): Promise<void> {
  const text = `SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = to_regnamespace($1) AND c.relname = ANY ($2::text[]) AND NOT CASE c.relkind
      WHEN 'S' THEN has_sequence_privilege(c.oid, 'USAGE')
      ELSE has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT') END
    ORDER BY 1`
  const rows = await rowsOf(client, { text }, [schema, names])
  if (rows.length === 0) return
  const [user] = await rowsOf(client, whoAmI)
  const found = rows.map((row) => textAt(row, 0)).join(', ')
  throw new FMW_STORE_SCHEMA(name, `its user may not use ${found} of the schema ${schema}. ${whatHelps(schema, user)}`)
}

/** What its user is called, in quotes where SQL needs them. */
export const whoAmI = statement('SELECT quote_ident(current_user)')

/** What the owner of the tables does about rights or tables that are missing. @param user the answer of `whoAmI` */
export function whatHelps(schema: string, user: Row | undefined): string {
  const to = user === undefined ? 'its_user' : textAt(user, 0)
  return [
    `Let the owner of the tables run what postgresSchema({ schema: ${schema} }) prints, and after it:`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${to};`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to};`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to};`,
    `REVOKE UPDATE ON ${schema}.trail FROM ${to};`,
  ].join(' ')
}

/** Of the tables and sequences that the steps of the schema make. */
const names = schemaSteps.flatMap(({ sql }) =>
  [...sql('own').matchAll(/CREATE (?:TABLE|SEQUENCE) IF NOT EXISTS own\.(\w+)/g)].flatMap(([, name = '']) => name),
)
