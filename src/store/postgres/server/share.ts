import type { Row, Statement, Value } from '../statement.ts'
import type { Link } from './link.ts'
import type { Semaphore } from './semaphore.ts'

/** A way to the server with a part of its connections: what is locked keeps no more of them from others. */
export class Share {
  readonly #link: Link
  readonly #semaphore: Semaphore

  constructor(link: Link, semaphore: Semaphore) {
    this.#link = link
    this.#semaphore = semaphore
  }

  /** @throws ServerFailure, also where none of its connections is free in time */
  run(statement: Statement, values: readonly Value[], since: number = performance.now()): Promise<readonly Row[]> {
    return this.#semaphore.pass(() => this.#link.run(statement, values, since))
  }
}
