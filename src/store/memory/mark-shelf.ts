import type { ResumeMark } from '../turn-store.ts'
import { forgetPast } from './forget-past.ts'
import type { SessionRecord } from './session-record.ts'

/** Where the sessions of one registration may be resumed. */
export class MarkShelf {
  readonly #most: number
  readonly #mostBytes: number
  #bytes = 0
  /** By their keys, those that were written first in front. */
  readonly #marks = new Map<string, KeptMark>()

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
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
      if (own === undefined) return undefined
      this.#bytes -= bytesOf(own)
      own.state = session.state
      this.#bytes += bytesOf(own)
      this.#makeRoom()
      return undefined
    }
    if (own !== undefined) this.#forget(own.key)
    session.resumeKey = resume?.key
    return resume === null ? undefined : this.#mark(session, resume)
  }

  sweep(now: number, most: number): number {
    return forgetPast(this.#marks, now, most, (mark) => {
      this.#bytes -= bytesOf(mark)
    })
  }

  #mark(session: SessionRecord, { key, until }: ResumeMark): SessionRecord | undefined {
    const before = this.#marks.get(key)?.session
    this.#forget(key)
    const mark = { key, session, until, state: session.state }
    this.#marks.set(key, mark)
    this.#bytes += bytesOf(mark)
    this.#makeRoom()
    return before
  }

  #makeRoom(): void {
    for (const oldest of this.#marks.keys()) {
      if (this.#marks.size <= this.#most && this.#bytes <= this.#mostBytes) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const mark = this.#marks.get(key)
    if (mark === undefined) return
    this.#marks.delete(key)
    this.#bytes -= bytesOf(mark)
  }

  #ownOf(session: SessionRecord): KeptMark | undefined {
    const mark = session.resumeKey === undefined ? undefined : this.#marks.get(session.resumeKey)
    return mark?.session === session ? mark : undefined
  }
}

function bytesOf({ key, state }: KeptMark): number {
  return 256 + 2 * (key.length + (state?.length ?? 0))
}

/** What may be resumed: it outlives its session. */
interface KeptMark {
  readonly key: string
  readonly session: SessionRecord
  /** Epoch ms. */
  readonly until: number
  state: string | null
}
