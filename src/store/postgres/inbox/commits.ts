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
      run: (ops, wereHeld) => this.#run(ops, wereHeld),
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

  /**
   * @param since when the push came, ms of the process' clockwork
   * @throws ServerFailure
   */
  accept(row: AcceptRow, since: number): Promise<AcceptedRow> {
    return this.#group.add(row, since).then(({ accepted }) => accepted(row))
  }

  /** Keeps none. @throws ServerFailure */
  async tryKeeping(): Promise<void> {
    await this.#accept.accept([])
  }

  /**
   * @returns whether the claim was still held; undefined where somebody else holds its entry, and it is to be asked for later
   * @throws ServerFailure
   */
  settle(ending: Ending): Promise<boolean | undefined> {
    return this.#group
      .add(ending)
      .then(({ settled }) => (settled === undefined ? unlessHeld(this.#late.add(ending)) : settled.isHeld(ending)))
  }

  /**
   * Where somebody else held something of it, what is free of the notifications is kept alone. The others come again, and so do
   * those behind them in their lanes.
   */
  async #run(
    ops: readonly (AcceptRow | Ending)[],
    wereHeld: boolean,
  ): Promise<(op: AcceptRow | Ending) => Told | undefined> {
    const all = ops.filter(isRow)
    const endings = ops.length === all.length ? [] : ops.filter(isEnding)
    let free = wereHeld ? await this.#freeOf(all) : all
    let told = await this.#do(free, endings)
    if (told !== undefined && free === all) return () => told
    if (told === undefined) {
      free = await this.#freeOf(all)
      told = await this.#do(free, [])
    }
    const kept = new Set<AcceptRow | Ending>(told === undefined ? [] : free)
    const unsettled = { accepted: this.#accept.toAccepted([]), settled: undefined }
    return (op) => (isRow(op) && !kept.has(op) ? undefined : (told ?? unsettled))
  }

  /** Those that nobody else holds, nor one before them in their lane. */
  async #freeOf(rows: readonly AcceptRow[]): Promise<readonly AcceptRow[]> {
    const held = await unlessHeld(this.#accept.heldOf(rows))
    const lanes = new Set<string>()
    return rows.filter(({ identityKey, laneKey }) => {
      if (held?.has(identityKey) !== false) lanes.add(laneKey)
      return !lanes.has(laneKey)
    })
  }

  /** A group in which one is held is halved until that one is alone: the others end. */
  async #settleAlone(endings: readonly Ending[]): Promise<(ending: Ending) => boolean> {
    const { settled } = (await this.#do([], endings)) ?? {}
    if (settled === undefined)
      throw new ServerFailure({ kind: 'row', why: 'somebody else holds the entry', code: notFree })
    return settled.isHeld
  }

  /** @returns undefined where somebody else held something of them, and nothing was done */
  #do(rows: readonly AcceptRow[], endings: readonly Ending[]): Promise<Told | undefined> {
    return unlessHeld(endings.length === 0 ? this.#keep(rows) : this.#doBoth(rows, endings))
  }

  async #keep(rows: readonly AcceptRow[]): Promise<Told> {
    const accepted = rows.length === 0 ? this.#accept.toAccepted([]) : await this.#accept.accept(rows)
    return { accepted, settled: undefined }
  }

  async #doBoth(rows: readonly AcceptRow[], endings: readonly Ending[]): Promise<Told> {
    const [, ...ends] = this.#settle.valuesOf(endings)
    const [first = [], ...told] = await this.#accept.ask(this.#both, rows, [...this.#accept.valuesOf(rows), ...ends])
    const settled = toSettled(first.slice(6))
    if (settled.freed > 0) this.#onFreed()
    return { accepted: this.#accept.toAccepted(told), settled }
  }
}

/** What it gives; undefined where somebody else held something of it, and nothing was done. */
async function unlessHeld<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (toServerFailure(error).code !== notFree) throw error
    return undefined
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
