import type { ResumeMark } from '../turn-store.ts'
import { forgetPast } from './forget-past.ts'
import type { SessionRecord } from './session-record.ts'

/** Where the sessions of one registration may be resumed. */
export class MarkShelf {
  readonly #most: number
  /** By their keys, those that were written first in front. */
  readonly #marks = new Map<string, KeptMark>()

  constructor(most: number) {
    this.#most = most
  }

  /** @param at epoch ms */
  stateAt(key: string, at: number): string | null {
    const mark = this.#marks.get(key)
    return mark === undefined || mark.until <= at ? null : mark.state
  }

  /**
   * Takes in what a session has just committed.
   *
   * @returns the session that had the key until now, if it is another one
   */
  write(session: SessionRecord, resume: ResumeMark | null | undefined): SessionRecord | undefined {
    const own = this.#ownOf(session)
    if (resume === undefined) {
      if (own !== undefined) own.state = session.state
      return undefined
    }
    if (own !== undefined) this.#marks.delete(own.key)
    session.resumeKey = resume?.key
    return resume === null ? undefined : this.#mark(session, resume)
  }

  sweep(now: number, most: number): number {
    return forgetPast(this.#marks, now, most)
  }

  #mark(session: SessionRecord, { key, until }: ResumeMark): SessionRecord | undefined {
    const before = this.#marks.get(key)?.session
    this.#marks.delete(key)
    this.#marks.set(key, { key, session, until, state: session.state })
    for (const oldest of this.#marks.keys()) {
      if (this.#marks.size <= this.#most) break
      this.#marks.delete(oldest)
    }
    return before
  }

  #ownOf(session: SessionRecord): KeptMark | undefined {
    const mark = session.resumeKey === undefined ? undefined : this.#marks.get(session.resumeKey)
    return mark?.session === session ? mark : undefined
  }
}

/** What may be resumed: it outlives its session. */
interface KeptMark {
  readonly key: string
  readonly session: SessionRecord
  /** Epoch ms. */
  readonly until: number
  state: string | null
}
