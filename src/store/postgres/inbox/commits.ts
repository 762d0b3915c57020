import { notFree, toServerFailure } from '../server/failure.ts'
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
  /** Ends claims on entries that somebody else held: they wait for those, and nobody else waits with them. */
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
      run: async (endings) => this.#noted(await settle.settle(endings)).isHeld,
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
   * @returns whether the claim was still held
   * @throws ServerFailure
   */
  async settle(ending: Ending): Promise<boolean> {
    const { settled } = await this.#group.add(ending)
    return settled === undefined ? this.#late.add(ending) : settled.isHeld(ending)
  }

  async #run(ops: readonly (AcceptRow | Ending)[]): Promise<Told> {
    const rows = ops.filter(isRow)
    if (rows.length === ops.length) return { accepted: await this.#accept.accept(rows), settled: undefined }
    const [, ...ends] = this.#settle.valuesOf(ops.filter(isEnding))
    const values = [...this.#accept.valuesOf(rows), ...ends]
    try {
      const [first = [], ...told] = await this.#accept.ask(this.#both, rows, values)
      return { accepted: this.#accept.toAccepted(told), settled: this.#noted(toSettled(first.slice(6))) }
    } catch (error) {
      if (toServerFailure(error).code !== notFree) throw error
      const accepted = rows.length === 0 ? this.#accept.toAccepted([]) : await this.#accept.accept(rows)
      return { accepted, settled: undefined }
    }
  }

  #noted(settled: Settled): Settled {
    if (settled.freed > 0) this.#onFreed()
    return settled
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
