import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Kind } from '../../../pushes/kinds.ts'
import { type KindStop, knownStops, type NewKindStop } from '../../people/stops.ts'
import { keepText, numberOf, readText, textOf } from '../rows/values.ts'

/** Stops kinds, starts them and says which are stopped: in the transaction of a group, or beside the application. */
export class StopTable {
  readonly #reader: StopReader
  readonly #insert: StatementSync
  readonly #delete: StatementSync
  /** Epoch ms that count for what follows. */
  now = 0

  constructor(connection: DatabaseSync) {
    this.#reader = new StopReader(connection)
    this.#insert = connection.prepare(`
      INSERT OR IGNORE INTO stops (registration, kind, at, person, reason) VALUES (?, ?, ?, ?, ?)`)
    this.#delete = connection.prepare('DELETE FROM stops WHERE registration = ? AND kind = ?')
  }

  /** @returns false where it was stopped already */
  stopKind(registration: string, { kind, by, reason }: NewKindStop): boolean {
    return this.#insert.run(keepText(registration), kind, this.now, keepText(by), keepText(reason)).changes === 1
  }

  /** @returns false where it was not stopped */
  startKind(registration: string, kind: Kind): boolean {
    return this.#delete.run(keepText(registration), kind).changes === 1
  }

  /** Those of a registration. */
  listStops(registration: string): readonly KindStop[] {
    return this.#reader.list(registration)
  }
}

/** Reads which kinds are stopped, on a connection of its own. */
export class StopReader {
  readonly #select: StatementSync

  constructor(connection: DatabaseSync) {
    this.#select = connection.prepare(`
      SELECT kind, at, person, reason FROM stops WHERE registration = ? ORDER BY rowid`)
  }

  list(registration: string): readonly KindStop[] {
    const rows = this.#select.all(keepText(registration))
    return knownStops(
      rows.map(({ kind, at, person, reason }) => ({
        kind: textOf(kind),
        at: numberOf(at),
        by: readText(textOf(person)),
        reason: readText(textOf(reason)),
      })),
    )
  }
}
