import { entryKinds } from '../../entry.ts'
import { ServerFailure } from '../server/failure.ts'
import type { UserParts } from '../server/user-parts.ts'
import { flagAt, fromColumn, numberAt, type Row, type Statement, statement, textAt, toColumn } from '../statement.ts'
import { nullable, readAttempts, readForm, readKind, readPayload } from './entry-columns.ts'
import { type ClaimPlace, type PostgresClaim, type SettleClaims, toClaim } from './settle-claims.ts'

/** Claims, and whether there may be more that were not looked at. */
export interface Claimed {
  readonly claims: readonly PostgresClaim[]
  readonly isMore: boolean
}

// Each parks a thousand rows of a lane at most; beyond these the next call goes on.
const mostRounds = 8
// ms that an entry waits for a process that knows its kind.
const putOffFor = 10_000

/** Claims heads of lanes that are due. */
export class ClaimHeads {
  readonly #parts: UserParts<unknown>
  readonly #registration: string
  readonly #settle: SettleClaims
  readonly #statement: Statement

  constructor(parts: UserParts<unknown>, settle: SettleClaims) {
    this.#parts = parts
    this.#registration = toColumn(parts.registration)
    this.#settle = settle
    this.#statement = statement(`SELECT * FROM ${parts.settings.schema}.claim_1($1, $2, $3)`)
  }

  /** @throws ServerFailure */
  async claim(most: number): Promise<Claimed> {
    const claims: PostgresClaim[] = []
    for (let round = 1; round <= mostRounds; round++) {
      let rows: readonly Row[]
      try {
        rows = await this.#ask(most - claims.length)
        claims.push(...(await this.#take(rows)))
      } catch (error) {
        // What was claimed before it failed is held: nobody else would ever work on it.
        if (claims.length > 0) return { claims, isMore: true }
        throw error
      }
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
      const rows = await this.#parts.link.run(this.#statement, [this.#registration, this.#parts.instance.id, most])
      const [first = []] = rows
      if (flagAt(first, 0)) return rows
      // It gave no sign of life for too long, so what it claimed could be taken from it at once.
      await this.#parts.instance.beat()
    }
    throw new ServerFailure({ kind: 'other', why: 'this process was taken for dead twice at once' })
  }

  /** During a deploy there may be entries that only a newer version can read. */
  async #take(rows: readonly Row[]): Promise<readonly PostgresClaim[]> {
    const found = rows.filter((row) => row[3] !== null)
    const [known, unknown] = [found.filter(isKnown), found.filter((row) => !isKnown(row))]
    const claims = known.map((row) => this.#read(row))
    if (unknown.length > 0) await this.#settle.putOff(unknown.map(placeOf), putOffFor)
    // Only what is handed out is held: the rest is free again with the next sign of life.
    for (const { fence } of claims) this.#parts.instance.held.add(fence)
    return claims
  }

  #read(row: Row): PostgresClaim {
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
    return toClaim(entry, placeOf(row))
  }
}

function isKnown(row: Row): boolean {
  return entryKinds.some((kind) => kind === row[7])
}

function placeOf(row: Row): ClaimPlace {
  return { fence: textAt(row, 5), seq: textAt(row, 3), laneKey: textAt(row, 4) }
}
