import type { Resumable, ResumeMark } from '../../store/turn-store.ts'
import { jsonOf, type SessionState } from '../state.ts'
import { ChurningMap } from './churning-map.ts'
import { weightOfState } from './session.ts'

/**
 * What sessions that live in this process left for others to go on from. When it is full, that of the session gives way
 * which was the first to leave something. Times are monotonic ms: no clock that is set can end or lengthen a span.
 */
export class ResumableSessions {
  readonly #most: number
  readonly #mostBytes: number
  readonly #left = new ChurningMap<KeptLeft>()
  #bytes = 0
  #versions = 0

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  /** Keeps a session's state under a key. @returns the session that had the key before, if it is another */
  put({ key, within, isEnd }: ResumeMark, sessionId: string, state: SessionState, now: number): string | undefined {
    const before = this.#left.get(key)
    const end = isEnd === true ? 'committed' : undefined
    // With every screen: to put it in anew would have the map made over every few of them.
    if (before?.sessionId === sessionId) {
      before.until = now + within
      before.end = end
      before.seenAt = undefined
      this.#change(before, state)
      return undefined
    }
    this.#forget(key)
    const weight = weightOfState(state) + key.length
    const version = ++this.#versions
    this.#left.set(key, {
      key,
      sessionId,
      state,
      until: now + within,
      weight,
      end,
      seenAt: undefined,
      version,
      isLeft: false,
    })
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

  /** For a session that begins: whose state it is has been left by its subscriber. */
  find(key: string, now: number): Resumable | null {
    const left = this.#left.get(key)
    if (left === undefined || left.until <= now) return null
    left.isLeft = true
    const { state, seenAt, version } = left
    return { state: jsonOf(state), seenFor: seenAt === undefined ? null : now - seenAt, version: `${version}` }
  }

  /** Whether another session has left something under the key since a session looked there, as stores have it. */
  isOvertaken({ key, after }: ResumeMark, sessionId: string, now: number): boolean {
    if (after === undefined) return false
    const left = this.#left.get(key)
    if (left === undefined || left.until <= now || left.sessionId === sessionId) return false
    return `${left.version}` !== after
  }

  /** The last screen of a session went out: its end is found by nobody any more, unless its phone had begun another. */
  see(key: string, sessionId: string, now: number): void {
    const left = this.#left.get(key)
    if (left?.sessionId === sessionId && left.end === 'committed' && !left.isLeft) left.seenAt ??= now
  }

  /** The subscriber has left a session: whatever was its last screen, nobody can have seen it. */
  leave(key: string, sessionId: string): void {
    const left = this.#left.get(key)
    if (left?.sessionId !== sessionId || left.end === undefined) return
    left.end = 'left'
    left.seenAt = undefined
    left.version = ++this.#versions
  }

  #change(left: KeptLeft, state: SessionState): void {
    const more = weightOfState(state) - weightOfState(left.state)
    left.state = state
    left.version = ++this.#versions
    left.weight += more
    this.#bytes += more
    this.#makeRoom()
  }

  #makeRoom(): void {
    let { oldest } = this.#left
    while (oldest !== undefined && (this.#left.size > this.#most || this.#bytes > this.#mostBytes)) {
      this.#forget(oldest)
      oldest = this.#left.oldest
    }
  }

  #forget(key: string): void {
    const left = this.#left.take(key)
    if (left !== undefined) this.#bytes -= left.weight
  }

  /** Forgets what nobody may go on from any more. */
  sweep(now: number): void {
    for (const { key, until } of this.#left.values()) if (until <= now) this.#forget(key)
  }
}

interface KeptLeft {
  readonly key: string
  readonly sessionId: string
  state: SessionState
  until: number
  /** Bytes. */
  weight: number
  /** Of a session's end: whether the subscriber has left. */
  end: 'committed' | 'left' | undefined
  /** When its last screen went out. */
  seenAt: number | undefined
  /** Another session of the phone has begun since. */
  isLeft: boolean
  /** Tells what stands here from what stood here before. */
  version: number
}
