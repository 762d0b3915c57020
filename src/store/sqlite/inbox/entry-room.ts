import { type Failed, failedWith } from '../main/failures.ts'
import { hasLittleSlack } from '../rows/slack.ts'
import { numberOf } from '../rows/values.ts'
import type { prepareInbox } from './inbox-statements.ts'
import type { Usage } from './usage.ts'

/** What room is made in. */
export interface EntryRoomParts {
  readonly statements: Pick<ReturnType<typeof prepareInbox>, 'unread' | 'oldest'>
  readonly usage: Usage
  readonly forget: (registration: number, seq: number) => void
}

/** Which of the two rooms: what was rejected on arrival has one of its own. */
type Which = 'rejected' | 'entries'

/**
 * Room for entries: what is finished goes, the oldest first. What waits or runs never goes: where it fills the room, nothing new
 * is accepted.
 */
export class EntryRoom {
  readonly #parts: EntryRoomParts

  constructor(parts: EntryRoomParts) {
    this.#parts = parts
  }

  /**
   * Called before an entry is written.
   *
   * @param room bytes
   * @param weight bytes that the entry takes
   * @returns why there is no room
   */
  make(registration: number, which: Which, room: number, weight: number): Failed | undefined {
    if (weight > room) return failedWith(`an entry of ${weight} bytes does not fit into a room of ${room}`)
    if (this.#has(registration, which, room - weight, weight)) return undefined
    return failedWith(`entries of ${this.#parts.usage.of(registration, which)} bytes wait already`)
  }

  /** Called when an entry has grown, or is finished. */
  tidy(registration: number, room: number): void {
    this.#has(registration, 'entries', room, 0)
  }

  /**
   * Forgets until no more than `most` bytes are used. Where much has to go, because the room was made smaller, each call does a part
   * of it.
   *
   * @param more bytes that have to be free then
   * @returns whether there is room
   */
  #has(registration: number, which: Which, most: number, more: number): boolean {
    const { usage, forget } = this.#parts
    const first = usage.of(registration, which)
    if (first <= most) return true
    let [used, forgotten, last] = [first, 0, 0]
    for (const { seq, isSpare } of this.#finished(registration, which)) {
      const isMuch = forgotten >= atOnce
      const goesOn = isSpare && !isMuch && hasLittleSlack(most - used, last, most)
      if (used <= most ? !goesOn : isMuch && first - used > more) return true
      forget(registration, seq)
      const before = used
      used = usage.of(registration, which)
      last = before - used
      forgotten += 1
    }
    return used <= most
  }

  /**
   * Those that are finished, the oldest first, each to be forgotten before the next is asked for: what was rejected on arrival, or
   * what is done and then what was not. `isSpare` where some more may go than have to.
   */
  *#finished(registration: number, which: Which): Iterable<{ seq: number; isSpare: boolean }> {
    const { unread, oldest } = this.#parts.statements
    if (which === 'rejected') {
      for (const seq of untilNone((most) => unread.all(registration, most))) yield { seq, isSpare: true }
      return
    }
    for (const state of ['done', 'rejected', 'dead']) {
      const seqs = untilNone((most) => oldest.all(registration, state, most))
      for (const seq of seqs) yield { seq, isSpare: state === 'done' }
    }
  }
}

// Entries that go in one go, unless there is no room without more of them.
const atOnce = 128

/** Asks for few at first: often the first makes room. */
function* untilNone(ask: (most: number) => readonly Readonly<Record<string, unknown>>[]): Iterable<number> {
  for (let most = 1; ; most = Math.min(2 * most, 64)) {
    const rows = ask(most)
    for (const { seq } of rows) yield numberOf(seq)
    if (rows.length === 0) return
  }
}
