import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Undo } from './undo.ts'
import { numberOf, textOf } from './values.ts'

/** The numbers that registrations go by in the file. */
export class Registrations {
  readonly #undo: Undo
  readonly #insert: StatementSync
  readonly #numbers = new Map<string, number>()

  constructor(connection: DatabaseSync, undo: Undo) {
    this.#undo = undo
    this.#insert = connection.prepare('INSERT INTO registrations (name) VALUES (?) RETURNING number')
    for (const row of connection.prepare('SELECT number, name FROM registrations').iterate()) {
      this.#numbers.set(textOf(row.name), numberOf(row.number))
    }
  }

  /** The number of one; 0, which no row has, for one that has none. */
  find(name: string): number {
    return this.#numbers.get(name) ?? 0
  }

  /** The number of one, given to it now if it has none. */
  need(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = numberOf(this.#insert.get(name)?.number)
    this.#numbers.set(name, number)
    this.#undo.push(() => this.#numbers.delete(name))
    return number
  }

  all(): Iterable<number> {
    return this.#numbers.values()
  }
}
