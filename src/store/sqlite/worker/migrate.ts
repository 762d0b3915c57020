import type { DatabaseSync } from 'node:sqlite'
import { numberOf } from '../rows/values.ts'

/**
 * Brings a file to the newest schema, one transaction a step. `PRAGMA user_version` counts the steps that it has
 * had, so a step is never changed once it was released: a new one is added.
 *
 * @throws SchemaProblem when a newer version has written the file, or something else has
 */
export function migrate(connection: DatabaseSync, steps: readonly string[]): void {
  // Looked at without a lock: on nearly every start there is nothing to do.
  if (versionOf(connection) === steps.length) return
  connection.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(connection)
    checkVersion(connection, version, steps.length)
    connection.exec('COMMIT')
    for (const [index, step] of steps.entries()) {
      if (index >= version) connection.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`)
    }
  } catch (error) {
    rollBack(connection)
    throw error
  }
}

/**
 * For those who only read: the schema must be there.
 *
 * @throws SchemaProblem
 */
export function checkSchema(connection: DatabaseSync, steps: readonly string[]): void {
  const version = versionOf(connection)
  if (version === steps.length) return
  checkVersion(connection, version, steps.length)
  throw new SchemaProblem(`it has version ${version} and needs ${steps.length}: start the application once`)
}

function checkVersion(connection: DatabaseSync, version: number, newest: number): void {
  if (version > newest) {
    throw new SchemaProblem(
      `a newer version of fastify-merchant-webhooks has written it (schema ${version}, this one knows ${newest})`,
    )
  }
  if (version === 0 && connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined) {
    throw new SchemaProblem('it holds tables of another application: give the store a file of its own')
  }
}

function versionOf(connection: DatabaseSync): number {
  return numberOf(connection.prepare('PRAGMA user_version').get()?.user_version)
}

/** A failure may have ended the transaction already. */
function rollBack(connection: DatabaseSync): void {
  try {
    connection.exec('ROLLBACK')
  } catch {
    // There was none any more.
  }
}

/** A file's schema does not fit. Told between threads, where coded errors lose their code. */
export class SchemaProblem extends Error {}
