import { notFree, ServerFailure, toServerFailure } from '../server/failure.ts'
import { Group } from '../server/group.ts'
import { parametersOf, type Statement, statement } from '../statement.ts'
import type { AcceptedRow, AcceptRow, AcceptRows } from './accept-rows.ts'
import { type Ending, type SettleClaims, type Settled, toSettled } from './settle-claims.ts'

/** What an entry weighs beside its payload, bytes. */
export const rowBytes = 512

/** Keeps notifications and ends claims. What waits for either goes to the server in one group, which is one commit. */
export class Commits {
  readonly #accept: AcceptRows
  readonly #settle: SettleClaims
  readonly #both: Statement
  readonly #onFreed: () => void
  readonly #group: Group<AcceptRow | Ending, Told>
  /** Ends claims on entries that somebody else holds, and those that came with them. */
  readonly #late: Group<Ending, boolean>

  /** @param onFreed is told when the next entry of a lane is due */
  constructor(schema: string, accept: AcceptRows, settle: SettleClaims, onFreed: () => void) {
    this.#accept = accept
    this.#settle = settle
    this.#both = statement(`SELECT * FROM ${schema}.settle_and_accept_1(${parametersOf(32)})`)
    this.#onFreed = onFreed
    this.#group = new Group({
      run: async (ops) => {
        const told = await this.#run(ops)
        return () => told
      },
      bytesOf: (op) => (isRow(op) ? op.entry.payload.byteLength + rowBytes : rowBytes),
      orderOf: (op) => (isRow(op) ? op.laneKey : `end ${op.claim.laneKey}`),
      namesOf: (op) => (isRow(op) ? [op.identityKey, `id ${op.key}`] : [op.claim.fence]),
      isPatient: isEnding,
    })
    this.#late = new Group({
      run: (endings) => this.#settleAlone(endings),
      bytesOf: () => rowBytes,
      orderOf: ({ claim }) => claim.laneKey,
      namesOf: ({ claim }) => [claim.fence],
    })
  }

  /** Groups that were committed. */
  get commits(): number {
    return this.#group.commits + this.#late.commits
  }

  /** @throws ServerFailure */
  async accept(row: AcceptRow): Promise<AcceptedRow> {
    const { accepted } = await this.#group.add(row)
    return accepted(row)
  }

  /**
   * @returns whether the claim was still held; undefined where somebody else holds its entry, and it is to be asked for later
   * @throws ServerFailure
   */
  async settle(ending: Ending): Promise<boolean | undefined> {
    const { settled } = await this.#group.add(ending)
    if (settled !== undefined) return settled.isHeld(ending)
    try {
      return await this.#late.add(ending)
    } catch (error) {
      if (toServerFailure(error).code !== notFree) throw error
      return undefined
    }
  }

  async #run(ops: readonly (AcceptRow | Ending)[]): Promise<Told> {
    const rows = ops.filter(isRow)
    if (rows.length === ops.length) return { accepted: await this.#accept.accept(rows), settled: undefined }
    const told = await this.#doBoth(rows, ops.filter(isEnding))
    if (told !== undefined) return told
    const accepted = rows.length === 0 ? this.#accept.toAccepted([]) : await this.#accept.accept(rows)
    return { accepted, settled: undefined }
  }

  /** A group in which one is held is halved until that one is alone: the others end. */
  async #settleAlone(endings: readonly Ending[]): Promise<(ending: Ending) => boolean> {
    const { settled } = (await this.#doBoth([], endings)) ?? {}
    if (settled === undefined)
      throw new ServerFailure({ kind: 'row', why: 'somebody else holds the entry', code: notFree })
    return settled.isHeld
  }

  /** @returns undefined where somebody else held one of the entries, and nothing was done */
  async #doBoth(rows: readonly AcceptRow[], endings: readonly Ending[]): Promise<Told | undefined> {
    const [, ...ends] = this.#settle.valuesOf(endings)
    try {
      const [first = [], ...told] = await this.#accept.ask(this.#both, rows, [...this.#accept.valuesOf(rows), ...ends])
      const settled = toSettled(first.slice(6))
      if (settled.freed > 0) this.#onFreed()
      return { accepted: this.#accept.toAccepted(told), settled }
    } catch (error) {
      if (toServerFailure(error).code !== notFree) throw error
      return undefined
    }
  }
}

/** What the server told of a group; `settled` is undefined where somebody else held one of the entries, and nothing was settled. */
interface Told {
  readonly accepted: (row: AcceptRow) => AcceptedRow
  readonly settled: Settled | undefined
}

function isRow(op: AcceptRow | Ending): op is AcceptRow {
  return 'entry' in op
}

function isEnding(op: AcceptRow | Ending): op is Ending {
  return 'claim' in op
}
