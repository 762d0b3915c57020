import type { DatabaseSync } from 'node:sqlite'
import { type Failed, failedWith } from '../main/failures.ts'
import { hasLittleSlack } from '../rows/slack.ts'
import { numberOf } from '../rows/values.ts'
import type { EffectTable } from './effect-table.ts'
import type { ResumableTable } from './resumable-table.ts'
import type { SessionTable } from './session-table.ts'

/** What room is made in. */
export interface RoomParts {
  readonly sessions: SessionTable
  readonly effects: EffectTable
  readonly resumables: ResumableTable
  /** Whether whoever holds work lives. */
  readonly isHeld: (holder: number) => boolean
}

/**
 * Room for sessions: what has expired goes first, then transcripts, the oldest first, then the sessions in which nothing
 * happened for longest, of some dozens those first that took most room for longest. Effects and what may be resumed never go
 * before their time: where they fill the room, nothing new begins.
 */
export class SessionRoom {
  readonly #parts: RoomParts
  readonly #besides: ReturnType<DatabaseSync['prepare']>
  /** Bytes of effects and of what may be resumed, as they were counted last. */
  readonly #counted = new Map<number, { readonly bytes: number; asked: number }>()

  constructor(connection: DatabaseSync, parts: RoomParts) {
    this.#parts = parts
    this.#besides = connection.prepare(`
      SELECT (SELECT coalesce(sum(coalesce(length(state), 0) + 256), 0) FROM resumables WHERE registration = ?)
        + (SELECT coalesce(sum(coalesce(length(outcome), 0) + 256), 0) FROM effects WHERE registration = ?) AS bytes`)
  }

  /**
   * Called before a turn is written.
   *
   * @param most bytes
   * @param now epoch ms
   * @returns why there is no room
   */
  make(registration: number, most: number, now: number): Failed | undefined {
    const { sessions, effects, resumables } = this.#parts
    const left = (): number => most - this.#bytesBeside(registration) - sessions.weightOf(registration)
    if (left() > 0) return undefined
    const isForgotten = effects.forget(registration, now, atOnce) + resumables.forget(registration, now, atOnce) > 0
    if (isForgotten) this.#counted.delete(registration)
    const first = left()
    let [gone, last] = [0, 0]
    for (const { step, isSpare } of this.#steps(registration, now)) {
      const goesOn = isSpare && gone < moreAtOnce && hasLittleSlack(left(), last, most)
      if (left() > 0 && !goesOn) return undefined
      const before = left()
      step()
      last = left() - before
      gone += 1
    }
    // It shrinks: the next turn goes on.
    return left() > first ? undefined : failedWith(`sessions and effects of ${most} bytes are kept already`)
  }

  /** What may go, in its order; a few hundred at once, so that nobody waits for long. `isSpare` where some more may go than have to. */
  *#steps(registration: number, now: number): Iterable<{ readonly step: () => void; readonly isSpare: boolean }> {
    const { sessions, isHeld } = this.#parts
    for (const number of sessions.expired(registration, false, now, atOnce)) {
      yield { step: () => sessions.retire(number), isSpare: true }
    }
    for (const number of sessions.expired(registration, true, now, atOnce)) {
      yield { step: () => sessions.remove(number), isSpare: true }
    }
    for (const { number, holder } of sessions.idle(registration, now)) {
      if (holder === null || !isHeld(holder)) yield { step: () => sessions.remove(number), isSpare: false }
    }
  }

  /** Counted now and then: to count them with each turn would cost more than they may grow meanwhile. */
  #bytesBeside(registration: number): number {
    const known = this.#counted.get(registration)
    if (known !== undefined && known.asked < countEvery) {
      known.asked += 1
      return known.bytes
    }
    const bytes = numberOf(this.#besides.get(registration, registration)?.bytes)
    this.#counted.set(registration, { bytes, asked: 0 })
    return bytes
  }
}

const atOnce = 128
// Sessions that go in one go, unless there is no room without more of them.
const moreAtOnce = 32
const countEvery = 512
