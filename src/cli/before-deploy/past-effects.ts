import type { SessionEntry } from '../../admin/sessions-look.ts'
import type { PastResult } from '../../conversation/judging/past-results.ts'
import { effectKnownFor } from '../../conversation/script/effects.ts'
import type { SessionStart } from '../../store/people/person.ts'
import type { StoreLook } from '../../store/store.ts'
import type { SessionSummary } from '../../store/turn-store.ts'

/** What `talk.once` gave in the sessions of a registration, as it stands in the store. */
export class PastEffects {
  readonly #look: Pick<StoreLook, 'person' | 'phoneKey'>
  readonly #registration: string

  constructor(look: Pick<StoreLook, 'person' | 'phoneKey'>, registration: string) {
    this.#look = look
    this.#registration = registration
  }

  /**
   * In the order in which it was begun. A result names its phone, and no session: it is of the one that was on the line
   * then. Nothing where two were, or the store can't tell.
   */
  async of({ kind, sessionId, startedAt }: SessionEntry): Promise<readonly PastResult[]> {
    const session = { kind, sessionId, startedAt: +startedAt }
    const phoneKey = await this.#look.phoneKey?.(this.#registration, session)
    if (phoneKey === undefined) return []
    const kept = await this.#look.person?.({ registration: this.#registration, phoneKey, whose: [phoneKey] })
    const { sessions = [], effects = [] } = kept ?? {}
    const own = sessions.find((one) => isSame(one, session))
    if (own === undefined || sessions.some((other) => other !== own && isBeside(other, own))) return []
    const next = Math.min(...sessions.map((one) => one.startedAt).filter((at) => at > own.startedAt))
    return effects
      .map(({ name, outcome, until }) => ({ name, outcome, begun: until - effectKnownFor }))
      .filter(({ begun }) => begun >= own.startedAt && begun < next && begun <= own.lastAt + longestWork)
      .toSorted((one, other) => one.begun - other.begun)
  }
}

function isSame(one: SessionSummary, { kind, sessionId, startedAt }: SessionStart): boolean {
  return one.kind === kind && one.sessionId === sessionId && one.startedAt === startedAt
}

/** Whether another session may have done something in the time of one: its work goes on after a waiting screen. */
function isBeside(other: SessionSummary, { startedAt, lastAt }: SessionSummary): boolean {
  const end = other.lastAt + (other.fallbacks > 0 ? longestWork : 0)
  return other.startedAt <= lastAt && end >= startedAt
}

// ms
const longestWork = 60_000
