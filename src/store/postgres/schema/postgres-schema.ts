import { ownOptions } from '../../../own-options.ts'
import { readSchemaName } from '../options.ts'
import { arrivals, arrivalsOfSessions } from './arrivals.ts'
import { effectFunctions, resumeFunctions, seen } from './effect-functions.ts'
import { inboxFunctions } from './inbox-functions.ts'
import { acceptWithPhones, phones } from './phones.ts'
import { reviews } from './reviews.ts'
import { stops } from './stops.ts'
import { effectTables, tables, turnTables } from './tables.ts'
import { timeFunctions } from './time-functions.ts'
import { trail } from './trail.ts'
import { openByPlaces, openByTheHighest, openNoneThatGoesBack, openTurn, turnFunctions } from './turn-functions.ts'
import { waits } from './waits.ts'
import { whose } from './whose.ts'

/**
 * The SQL that `postgresStore` would run at its start, for those whose application may not make tables: run it as
 * who may, and give the store `migrate: false`. Running it again does no harm, and it brings an older schema up to
 * date.
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

/**
 * Finds the entries of a kind, newest first, however many others there are. On a large table it is made beside the application
 * before this version starts, under the same name and CONCURRENTLY: then there is nothing to do here.
 */
function kinds(schema: string): string {
  return `CREATE INDEX IF NOT EXISTS entries_kind ON ${schema}.entries (registration, kind, seq);`
}

/**
 * Which registration an instance serves: told a moment after its start. Not a column of `instances`, nor with a reference to it: that
 * would wait for all who read the table, such as a dump of hours, and the signs of life of others behind it.
 */
function served(schema: string): string {
  return `CREATE TABLE IF NOT EXISTS ${schema}.instance_names (
  id uuid PRIMARY KEY,
  registration text COLLATE "C" NOT NULL
);`
}

/**
 * Every step, oldest first. Steps are never changed once they were released, only added to: during a deploy the
 * version before runs on the same tables.
 */
export const schemaSteps: readonly SchemaStep[] = [
  {
    major: 1,
    minor: 0,
    sql: (schema) =>
      [tables, turnTables, effectTables, inboxFunctions, resumeFunctions, turnFunctions, effectFunctions, timeFunctions]
        .map((text) => text(schema))
        .join('\n')
        .trim(),
  },
  { major: 1, minor: 1, sql: reviews },
  { major: 1, minor: 3, sql: phones },
  { major: 1, minor: 4, sql: trail },
  { major: 1, minor: 5, sql: seen },
  { major: 1, minor: 6, sql: stops },
  { major: 1, minor: 7, sql: kinds },
  { major: 1, minor: 8, sql: waits },
  { major: 1, minor: 9, sql: whose },
  { major: 1, minor: 10, sql: arrivals },
  // Groups of before were written row by row. No table is touched: nothing that runs beside it waits.
  { major: 1, minor: 11, sql: (schema) => [inboxFunctions, acceptWithPhones].map((text) => text(schema)).join('\n') },
  { major: 1, minor: 12, sql: arrivalsOfSessions },
  { major: 1, minor: 14, sql: served },
  { major: 1, minor: 15, sql: openTurn },
  { major: 1, minor: 16, sql: openNoneThatGoesBack },
  { major: 1, minor: 17, sql: openByTheHighest },
  { major: 1, minor: 18, sql: openByPlaces },
]

/** What this version of the package works with. */
export const schemaVersion: Pick<SchemaStep, 'major' | 'minor'> = { major: 1, minor: 18 }
