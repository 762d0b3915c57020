import type { Instance } from '../instance.ts'
import type { Link } from '../link.ts'
import { ServerFailure } from '../server-failure.ts'
import { flagAt, numberAt, type Row, type Statement, statement, textAt } from '../statement.ts'
import { fromColumn, toColumn } from '../text-column.ts'
import { type PostgresClaim, toClaim } from './claim-token.ts'
import { nullable, readAttempts, readForm, readKind, readPayload } from './entry-columns.ts'

/** Claims, and whether there may be more that were not looked at. */
export interface Claimed {
  readonly claims: readonly PostgresClaim[]
  readonly isMore: boolean
}

// Each parks a thousand rows of a lane at most; beyond these the next call goes on.
const mostRounds = 8

/** Claims heads of lanes that are due. */
export class ClaimHeads {
  readonly #link: Link
  readonly #registration: string
  readonly #instance: Instance
  readonly #statement: Statement

  constructor(link: Link, schema: string, registration: string, instance: Instance) {
    this.#link = link
    this.#registration = toColumn(registration)
    this.#instance = instance
    this.#statement = statement(`SELECT * FROM ${schema}.claim_1($1, $2, $3)`)
  }

  /** @throws ServerFailure */
  async claim(most: number): Promise<Claimed> {
    const claims: PostgresClaim[] = []
    for (let round = 1; round <= mostRounds; round++) {
      const rows = await this.#ask(most - claims.length)
      claims.push(...rows.filter((row) => row[3] !== null).map((row) => this.#read(row)))
      const [first = []] = rows
      const parked = numberAt(first, 1)
      const passed = numberAt(first, 2)
      if (claims.length >= most) return { claims, isMore: false }
      if (parked === 0) return { claims, isMore: passed > 0 }
    }
    return { claims, isMore: true }
  }

  async #ask(most: number): Promise<readonly Row[]> {
    for (let tries = 1; tries <= 2; tries++) {
      const rows = await this.#link.run(this.#statement, [this.#registration, this.#instance.id, most])
      const [first = []] = rows
      if (flagAt(first, 0)) return rows
      // It gave no sign of life for too long, so what it claimed could be taken from it at once.
      await this.#instance.beat()
    }
    throw new ServerFailure({ kind: 'other', why: 'this process was taken for dead twice at once' })
  }

  #read(row: Row): PostgresClaim {
    const fence = textAt(row, 5)
    this.#instance.held.add(fence)
    const entry = {
      kind: readKind(textAt(row, 7)),
      id: fromColumn(textAt(row, 6)),
      state: 'running' as const,
      lane: fromColumn(textAt(row, 8)),
      reference: nullable(row, 9, fromColumn),
      conflictsWith: nullable(row, 10, fromColumn),
      receivedAt: numberAt(row, 11),
      dueAt: null,
      finishedAt: null,
      replay: flagAt(row, 14),
      attempts: readAttempts(textAt(row, 15)),
      failures: numberAt(row, 16),
      reason: null,
      form: readForm(textAt(row, 12)),
      payload: readPayload(textAt(row, 13)),
    }
    return toClaim(entry, { fence, seq: textAt(row, 3), laneKey: textAt(row, 4) })
  }
}
