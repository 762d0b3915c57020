import type { ClientBase } from 'pg'
import type { AttemptRecord, StoredEntry } from '../../entry.ts'
import { FMW_STORE_ARGUMENT } from '../../errors.ts'
import type { Claim, Settlement } from '../../inbox-store.ts'
import type { Link } from '../server/link.ts'
import {
  numberAt,
  parametersOf,
  type Row,
  rowsOf,
  type Statement,
  statement,
  textAt,
  toColumn,
  toColumnIfAny,
  type Value,
} from '../statement.ts'

/** Where a claim's row is. */
export interface ClaimPlace extends Pick<Claim, 'fence'> {
  readonly seq: string
  readonly laneKey: string
}

/** That, beside what the contract tells of a claim. */
export type PostgresClaim = Claim & ClaimPlace

export function toClaim(entry: StoredEntry, place: ClaimPlace): PostgresClaim {
  return { entry, ...place }
}

/** @throws FMW_STORE_ARGUMENT when it was not made here */
export function readClaim(claim: Claim): PostgresClaim {
  if (isOwn(claim)) return claim
  throw new FMW_STORE_ARGUMENT('a claim', 'is of another store')
}

function isOwn(claim: Claim): claim is PostgresClaim {
  return 'seq' in claim && 'laneKey' in claim
}

/** A claim and how it ends. */
export interface Ending {
  readonly claim: PostgresClaim | ClaimPlace
  readonly settlement: Settlement
  /** It was asked for before, and nobody knows what became of that. */
  readonly isDoubtful: boolean
}

/** What became of a group of them. */
export interface Settled {
  /** Whether it was still held. */
  readonly isHeld: (ending: Ending) => boolean
  /** Lanes whose next entry is due. */
  readonly freed: number
}

const mark = 'merchant.transaction'

/** Begins a transaction that ends a claim. Whatever ends it takes the mark away: in another one, or in none, nothing is settled. */
export const beginning = `BEGIN; SET LOCAL ${mark} = 'on'`

/** How claims end: by themselves in an application's transaction, else in the groups of `commits.ts`. */
export class SettleClaims {
  readonly #link: Link
  readonly #registration: string
  readonly #statement: Statement
  readonly #within: Statement

  constructor(link: Link, schema: string, registration: string) {
    this.#link = link
    this.#registration = toColumn(registration)
    const call = `${schema}.settle_1(${parametersOf(11)})`
    this.#statement = statement(`SELECT * FROM ${call}`)
    // Its locks are held until the commit: if that never comes, because the way there is cut, they are let go.
    this.#within = statement(
      `SELECT s.*, set_config('idle_in_transaction_session_timeout', '10000', true) FROM ${call} s
        WHERE current_setting('${mark}', true) = 'on'`,
    )
  }

  /**
   * In the transaction that `beginning` has begun; its locks are held until that ends.
   *
   * @returns whether the claim was still held; undefined where the transaction has ended before, and nothing was settled
   */
  async settleWithin(client: ClientBase, ending: Ending): Promise<boolean | undefined> {
    const [row] = await rowsOf(client, this.#within, this.valuesOf([ending]))
    return row && toSettled(row).isHeld(ending)
  }

  /** Gives back what this version does not know how to work on: whoever does will come by meanwhile. */
  async putOff(claims: readonly ClaimPlace[], ms: number): Promise<void> {
    const settlement = { state: 'handedBack', retryIn: ms } as const
    const endings = claims.map((claim) => ({ claim, settlement, isDoubtful: false }))
    await this.#link.run(this.#statement, this.valuesOf(endings))
  }

  /** In the order in which `settle_1` has them. */
  valuesOf(endings: readonly Ending[]): Value[] {
    const settlements = endings.map(({ settlement }) => settlement)
    const claims = endings.map(({ claim }) => claim)
    return [
      this.#registration,
      inOrder(claims),
      claims.map(({ laneKey }) => laneKey),
      claims.map(({ seq }) => seq),
      claims.map(({ fence }) => fence),
      settlements.map(({ state }) => state),
      settlements.map((settlement) => ('retryIn' in settlement ? Math.ceil(settlement.retryIn) : 0)),
      endings.map(({ claim, settlement }) =>
        'attempt' in settlement && 'entry' in claim ? withAttempt(claim.entry.attempts, settlement.attempt) : null,
      ),
      settlements.map((settlement) => ('reason' in settlement ? toColumnIfAny(settlement.reason) : null)),
      endings.filter(({ isDoubtful }) => isDoubtful).map(({ claim }) => claim.fence),
      settlements.map((settlement) =>
        'review' in settlement && settlement.review !== undefined ? JSON.stringify(settlement.review) : null,
      ),
    ]
  }
}

/** The locks of their lanes, in the order in which everybody takes them. */
function inOrder(claims: readonly ClaimPlace[]): readonly string[] {
  const lanes = [...new Set(claims.map(({ laneKey }) => BigInt(laneKey)))]
  return lanes.sort((one, other) => (one < other ? -1 : 1)).map(String)
}

const attemptsKept = 20

function withAttempt(attempts: readonly AttemptRecord[], attempt: AttemptRecord): string {
  return JSON.stringify([...attempts, attempt].slice(-attemptsKept))
}

/** @param row begins with the fences that are held, and how many lanes were freed */
export function toSettled(row: Row): Settled {
  // PostgreSQL writes an array of numbers as {1,2}.
  const held = new Set(textAt(row, 0).slice(1, -1).split(','))
  return { isHeld: ({ claim }) => held.has(claim.fence), freed: numberAt(row, 1) }
}
