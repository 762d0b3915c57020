import type { SessionEvent } from '../pushes/session-push.ts'
import { RecentIds } from './recent-ids.ts'

/** The ids of sessions that began here lately, so that one can be told that goes on with another phone. */
export class DialledIds {
  readonly #ids: RecentIds

  /** @param time ms for which they are remembered */
  constructor(time: number) {
    this.#ids = new RecentIds({ most: mostIds, time })
  }

  /**
   * A push begins a session.
   *
   * @param id what the session is known by, with its phone
   * @param now monotonic ms
   * @returns whether it goes on with the id of a session that began with another phone
   */
  isOfAnother({ type, sessionId }: SessionEvent, id: string, now: number): boolean {
    if (type !== 'initiation') return this.#ids.has(sessionId) && !this.#ids.has(id)
    this.#ids.add(sessionId, now)
    this.#ids.add(id, now)
    return false
  }
}

/** What is said of such a push. */
export const otherPhone =
  'the SessionId came with another Mobile before: this is another session, unless mobileMayChange says that it may change'

const mostIds = 4_096
