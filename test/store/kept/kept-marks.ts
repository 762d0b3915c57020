import { forgetPast } from '../../../src/store/memory/memory-turns.ts'
import { isOvertaken, versionOf } from '../../../src/store/sqlite/turns/resumable-table.ts'
import type { LeftState, Resumable, ResumeMark } from '../../../src/store/turn-store.ts'
import type { SessionRecord } from './session-record.ts'

/** Where the sessions of one registration may be resumed. */
export class KeptMarks {
  /** By their keys, those that were written first in front. */
  readonly #marks = new Map<string, KeptMark>()

  /** @param now epoch ms, as everywhere here */
  find(key: string, now: number): Resumable | null {
    const { state = null, until = now, seenAt, end }: Partial<KeptMark> = this.#marks.get(key) ?? {}
    if (state === null || until <= now) return null
    const version = versionOf({ state, isLeft: end === 'left' })
    const found = { state, seenFor: seenAt === undefined ? null : now - seenAt, version }
    return end === 'left' ? { ...found, isLeft: true } : found
  }

  /** Whether another session has committed something since under the key that one wants. @param session none where it is not kept */
  isOvertaken(
    session: SessionRecord | undefined,
    resume: ResumeMark | null | undefined,
    next: string | null,
    now: number,
  ): boolean {
    const mark = resume ? this.#marks.get(resume.key) : undefined
    if (!mark || mark.state === null || mark.until <= now || (session && mark.session === session)) return false
    return isOvertaken({ state: mark.state, isLeft: mark.end === 'left' }, resume?.after, next)
  }

  /**
   * Takes in what a session has just committed.
   *
   * @returns the session that had the key until now, if it is another one
   */
  write(session: SessionRecord, resume: ResumeMark | null | undefined, now: number): SessionRecord | undefined {
    const own = this.#ownOf(session)
    if (resume === undefined) {
      if (own === undefined) return undefined
      own.state = session.state
      return undefined
    }
    if (own !== undefined) this.#marks.delete(own.key)
    session.resumeKey = resume?.key
    return resume === null ? undefined : this.#mark(resume, session.state, session, now)
  }

  /** Keeps what belongs to no session. @returns the session that had the key until now */
  put({ state, resume }: LeftState, now: number): SessionRecord | undefined {
    return this.#mark(resume, state, undefined, now)
  }

  /** The last screen of a session went out. */
  see(session: SessionRecord, now: number): void {
    const own = this.#ownOf(session)
    if (own?.end === 'committed') own.seenAt ??= now
  }

  /** The subscriber has left: whatever was the last screen, nobody can have seen it. */
  leave(session: SessionRecord): void {
    const own = this.#ownOf(session)
    if (own?.end !== undefined) Object.assign(own, { end: 'left', seenAt: undefined } satisfies Partial<KeptMark>)
  }

  sweep(now: number, most: number): number {
    return forgetPast(this.#marks, now, most, () => undefined)
  }

  #mark(
    { key, within, isEnd }: ResumeMark,
    state: string | null,
    session: SessionRecord | undefined,
    now: number,
  ): SessionRecord | undefined {
    const before = this.#marks.get(key)?.session
    this.#marks.delete(key)
    const end = isEnd === true ? 'committed' : undefined
    const mark: KeptMark = { key, session, until: now + within, state, end, seenAt: undefined }
    this.#marks.set(key, mark)
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
  /** Undefined for what belongs to none. */
  readonly session: SessionRecord | undefined
  /** Epoch ms. */
  readonly until: number
  state: string | null
  /** Of a session's end: whether the subscriber has left. */
  end: 'committed' | 'left' | undefined
  /** When its last screen went out, epoch ms. */
  seenAt: number | undefined
}
