import type { DatabaseSync } from 'node:sqlite'
import type { OldSchema } from '../../errors.ts'
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
    checkOwner(connection, steps)
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
  checkOwner(connection, steps)
  const version = versionOf(connection)
  if (version === steps.length) return
  const state = { found: version === 0 ? undefined : String(version), needed: String(steps.length), remedy: undefined }
  if (version === 0) throw new SchemaProblem('nothing is kept in it yet: start the application once', state)
  throw new SchemaProblem(
    `it is at ${version} and this version of the package needs ${steps.length}: use the command of the version that runs on it, or start this one, which brings it up to date`,
    state,
  )
}

/**
 * For those who only copy: the schema may be an older one.
 *
 * @throws SchemaProblem
 */
export function checkKept(connection: DatabaseSync, steps: readonly string[]): void {
  checkOwner(connection, steps)
  if (versionOf(connection) === 0) throw new SchemaProblem('nothing is kept in it yet')
}

/**
 * Looks whether the steps have made a file, or nobody yet, and writes nothing to it. Other programs count in `user_version` too, so the
 * tables must be there.
 *
 * @throws SchemaProblem when a newer version has written the file, or something else has
 */
export function checkOwner(connection: DatabaseSync, steps: readonly string[]): void {
  const version = versionOf(connection)
  const there = new Set(
    connection
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name),
  )
  const ours = tablesOf(steps.slice(0, version))
  const isOurs =
    version === 0
      ? there.size === 0 && isUnmarked(connection)
      : // A newer version may have taken some away.
        ours[version > steps.length ? 'some' : 'every']((name) => there.has(name))
  if (!isOurs) throw new SchemaProblem(foreign)
  if (version > steps.length) {
    throw new SchemaProblem(
      `a newer version of fastify-merchant-webhooks has written it (schema ${version}, this one knows ${steps.length})`,
    )
  }
}

function tablesOf(steps: readonly string[]): readonly string[] {
  return steps.flatMap((step) => [...step.matchAll(/CREATE TABLE (\w+)/g)].flatMap(([, name = '']) => name))
}

/** A program may mark a file as its own before it makes anything in it. */
function isUnmarked(connection: DatabaseSync): boolean {
  return numberOf(connection.prepare('PRAGMA application_id').get()?.application_id) === 0
}

const foreign =
  'another application has made it, or it is the file of the sessions, which ends in -turns: give the store a file of its own'

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
export class SchemaProblem extends Error {
  /** Where it is older. */
  readonly state: OldSchema | undefined

  constructor(message: string, state?: OldSchema) {
    super(message)
    this.state = state
  }
}
