import { ownOptions } from '../../../own-options.ts'
import { readSchemaName } from '../options.ts'
import { effectFunctions, resumeFunctions } from './effect-functions.ts'
import { inboxFunctions } from './inbox-functions.ts'
import { effectTables, peopleTables, tables, turnTables } from './tables.ts'
import { timeFunctions } from './time-functions.ts'
import { turnFunctions } from './turn-functions.ts'

/**
 * The SQL that `postgresStore` would run at its start, for those whose application may not make tables: run it as
 * who may, and give the store `migrate: false`. Running it again does no harm, and it brings an older schema up to
 * date. Over tables of another major version it ends with an error, and changes nothing.
 *
 * @throws FMW_STORE_ARGUMENT when the schema's name is none
 *
 * @example
 * // node --input-type=module -e "import { postgresSchema } from 'fastify-merchant-webhooks/postgres'
 * // console.log(postgresSchema())" | psql "$OWNER_URL"
 * await writeFile('schema.sql', postgresSchema({ schema: 'merchant' }))
 */
export function postgresSchema(options: { readonly schema?: string } = {}): string {
  const schema = readSchemaName(ownOptions(options).schema)
  return `BEGIN;
${lockOf(schema)};
CREATE SCHEMA IF NOT EXISTS ${schema};
${versionTable(schema)}
${refuseOther(schema)}
${schemaSteps.map((step) => stepSql(schema, step)).join('\n\n')}
COMMIT;
`
}

/** Whoever changes the schema holds it, until its transaction ends: two starts at once do it one after the other. */
export function lockOf(schema: string): string {
  return `SELECT pg_advisory_xact_lock(hashtextextended('fastify-merchant-webhooks ${schema}', 0))`
}

export function versionTable(schema: string): string {
  return `CREATE TABLE IF NOT EXISTS ${schema}.version (
  major integer NOT NULL,
  minor integer NOT NULL,
  reached_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (major, minor)
);`
}

/** Whoever runs it over the tables of another major version would mix both, and the start would no longer refuse them. */
function refuseOther(schema: string): string {
  return `DO $$ BEGIN
  IF EXISTS (SELECT FROM ${schema}.version WHERE major <> ${schemaVersion.major}) THEN
    RAISE EXCEPTION 'the schema has tables of another major version, and this script makes version ${schemaVersion.major}: give it another schema, or use the version of the package that made them';
  END IF;
END $$;`
}

export function stepSql(schema: string, { sql, major, minor }: SchemaStep): string {
  return `${sql(schema)}
INSERT INTO ${schema}.version (major, minor) VALUES (${major}, ${minor}) ON CONFLICT DO NOTHING;`
}

/** One step of the schema: what leads from the version before it to this one. */
export interface SchemaStep {
  /** Versions that share it work side by side. */
  readonly major: number
  /** Grows with what is added: columns with defaults, tables, functions under new names. */
  readonly minor: number
  readonly sql: (schema: string) => string
}

// What was 1 and 2 was never released.
const first: SchemaStep = {
  major: 3,
  minor: 0,
  sql: (schema) =>
    [
      tables,
      turnTables,
      effectTables,
      peopleTables,
      inboxFunctions,
      resumeFunctions,
      turnFunctions,
      effectFunctions,
      timeFunctions,
    ]
      .map((text) => text(schema))
      .join('\n')
      .trim(),
}

/**
 * Every step, oldest first. Steps are never changed once they were released, only added to: during a deploy the
 * version before runs on the same tables.
 */
export const schemaSteps: readonly SchemaStep[] = [first]

/** What this version of the package works with: what its last step reaches. */
export const schemaVersion: Pick<SchemaStep, 'major' | 'minor'> = schemaSteps.at(-1) ?? first
