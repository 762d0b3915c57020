import type { Undo } from '../rows/undo.ts'
import type { AttemptText } from './entry-row.ts'

/** A claim as the worker knows it. */
export interface HeldClaim {
  readonly seq: number
  readonly fence: number
  readonly registration: number
  readonly lane: string
  /** `attempt.entryId`, for traces. */
  readonly id: string
  readonly failures: number
  readonly replay: boolean
  readonly attempts: AttemptText
  /** Whether another entry of its lane is open, or was. */
  isFollowed: boolean
}

/**
 * The claims, which stand nowhere else: one process owns the file, so when it ends nobody holds any. As many as the
 * application has handlers at work.
 */
export class Claims {
  readonly #undo: Undo
  readonly #bySeq = new Map<number, HeldClaim>()
  readonly #byLane = new Map<string, HeldClaim>()

  constructor(undo: Undo) {
    this.#undo = undo
  }

  get size(): number {
    return this.#bySeq.size
  }

  all(): Iterable<HeldClaim> {
    return this.#bySeq.values()
  }

  get(seq: number): HeldClaim | undefined {
    return this.#bySeq.get(seq)
  }

  /** The claim of the lane. There is one at most. */
  inLane(registration: number, lane: string): HeldClaim | undefined {
    return this.#byLane.get(laneKey(registration, lane))
  }

  add(claim: HeldClaim): void {
    this.#put(claim)
    this.#undo.push(() => this.#drop(claim))
  }

  remove(claim: HeldClaim): void {
    this.#undo.push(() => this.#put(claim))
    this.#drop(claim)
  }

  #put(claim: HeldClaim): void {
    this.#bySeq.set(claim.seq, claim)
    this.#byLane.set(laneKey(claim.registration, claim.lane), claim)
  }

  #drop(claim: HeldClaim): void {
    this.#bySeq.delete(claim.seq)
    this.#byLane.delete(laneKey(claim.registration, claim.lane))
  }
}

function laneKey(registration: number, lane: string): string {
  return `${registration} ${lane}`
}
