import type { ResumeMark } from '../store/turn-store.ts'
import { weightOfState } from './session-weight.ts'
import { jsonOf, type SessionState } from './state.ts'

/**
 * What sessions that live in this process left for others to go on from. When it is full, that of the session gives way
 * which was the first to leave something.
 */
export class ResumeShelf {
  readonly #most: number
  readonly #mostBytes: number
  readonly #left = new Map<string, Left>()
  #bytes = 0

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  /** Keeps a session's state under a key. @returns the session that had the key before, if it is another */
  put({ key, until }: ResumeMark, sessionId: string, state: SessionState): string | undefined {
    const before = this.#left.get(key)
    // With every screen: to put it in anew would have the map made over every few of them.
    if (before?.sessionId === sessionId) {
      before.until = until
      this.#change(before, state)
      return undefined
    }
    this.#forget(key)
    const weight = weightOfState(state) + key.length
    this.#left.set(key, { sessionId, state, until, weight })
    this.#bytes += weight
    this.#makeRoom()
    return before?.sessionId
  }

  /** A session that left its state under a key has another one now. */
  renew(key: string, sessionId: string, state: SessionState): void {
    const left = this.#left.get(key)
    if (left?.sessionId === sessionId) this.#change(left, state)
  }

  /** Takes away what a session left. */
  clear(key: string, sessionId: string): void {
    if (this.#left.get(key)?.sessionId === sessionId) this.#forget(key)
  }

  /** @param at epoch ms */
  find(key: string, at: number): string | null {
    const left = this.#left.get(key)
    return left === undefined || left.until <= at ? null : jsonOf(left.state)
  }

  #change(left: Left, state: SessionState): void {
    const more = weightOfState(state) - weightOfState(left.state)
    left.state = state
    left.weight += more
    this.#bytes += more
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const oldest of this.#left.keys()) {
      if (this.#left.size <= this.#most && this.#bytes <= this.#mostBytes) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const left = this.#left.get(key)
    if (left === undefined) return
    this.#bytes -= left.weight
    this.#left.delete(key)
  }

  /** Forgets what nobody may go on from any more. */
  sweep(at: number): void {
    for (const [key, { until }] of this.#left) if (until <= at) this.#forget(key)
  }
}

interface Left {
  readonly sessionId: string
  state: SessionState
  until: number
  /** Bytes. */
  weight: number
}
