import { effectFunctions } from './effect-functions.ts'
import { effectTables } from './effect-tables.ts'
import { inboxFunctions } from './inbox-functions.ts'
import { resumeFunctions } from './resume-functions.ts'
import { tables } from './tables.ts'
import { timeFunctions } from './time-functions.ts'
import { turnFunctions } from './turn-functions.ts'
import { turnTables } from './turn-tables.ts'

/** One step of the schema: what leads from the version before it to this one. */
export interface SchemaStep {
  /** Versions that share it work side by side. */
  readonly major: number
  /** Grows with what is added: columns with defaults, tables, functions under new names. */
  readonly minor: number
  readonly sql: (schema: string) => string
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
]

/** What this version of the package works with. */
export const schemaVersion: Pick<SchemaStep, 'major' | 'minor'> = { major: 1, minor: 0 }
