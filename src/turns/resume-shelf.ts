import type { ResumeMark } from '../store/turn-store.ts'
import { jsonOf, type SessionState } from './state.ts'

/**
 * What sessions that live in this process left for others to go on from. When it is full, that of the session gives way
 * which was the first to leave something.
 */
export class ResumeShelf {
  readonly #most: number
  readonly #left = new Map<string, Left>()

  constructor(most: number) {
    this.#most = most
  }

  /** Keeps a session's state under a key. @returns the session that had the key before, if it is another */
  put({ key, until }: ResumeMark, sessionId: string, state: SessionState): string | undefined {
    const before = this.#left.get(key)
    // With every screen: to put it in anew would have the map made over every few of them.
    if (before?.sessionId === sessionId) {
      before.state = state
      before.until = until
      return undefined
    }
    this.#left.delete(key)
    this.#left.set(key, { sessionId, state, until })
    if (this.#left.size > this.#most) this.#forgetOldest()
    return before?.sessionId
  }

  /** A session that left its state under a key has another one now. */
  renew(key: string, sessionId: string, state: SessionState): void {
    const left = this.#left.get(key)
    if (left?.sessionId === sessionId) left.state = state
  }

  /** Takes away what a session left. */
  clear(key: string, sessionId: string): void {
    if (this.#left.get(key)?.sessionId === sessionId) this.#left.delete(key)
  }

  /** @param at epoch ms */
  find(key: string, at: number): string | null {
    const left = this.#left.get(key)
    return left === undefined || left.until <= at ? null : jsonOf(left.state)
  }

  #forgetOldest(): void {
    for (const oldest of this.#left.keys()) {
      this.#left.delete(oldest)
      return
    }
  }

  /** Forgets what nobody may go on from any more. */
  sweep(at: number): void {
    for (const [key, { until }] of this.#left) if (until <= at) this.#left.delete(key)
  }
}

interface Left {
  readonly sessionId: string
  state: SessionState
  until: number
}
