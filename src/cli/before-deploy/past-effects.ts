import type { SessionTranscript } from '../../admin/sessions-look.ts'
import type { PastResult } from '../../conversation/judging/past-results.ts'
import { type EffectTurnMark, sessionMark, turnMarkIn } from '../../store/effects/kept-outcome.ts'
import type { StoreLook } from '../../store/store.ts'

/** What `talk.once` gave in the sessions of a registration, as it stands in the store. */
export class PastEffects {
  readonly #look: Pick<StoreLook, 'person' | 'phoneKey'>
  readonly #registration: string
  /** By phone, the last asked for at the end. */
  readonly #known = new Map<string, Promise<ResultsBySession>>()

  constructor(look: Pick<StoreLook, 'person' | 'phoneKey'>, registration: string) {
    this.#look = look
    this.#registration = registration
  }

  /**
   * In the order in which it was begun. Each result names the turn that made it, by the time that the transcript has too.
   * Nothing where one names a turn that the transcript doesn't have, or where the order is unclear.
   */
  async of({ kind, sessionId, startedAt, transcript }: SessionTranscript): Promise<readonly PastResult[]> {
    const phoneKey = await this.#look.phoneKey?.(this.#registration, { kind, sessionId, startedAt: +startedAt })
    if (phoneKey === undefined) return []
    const results = (await this.#ofPhone(phoneKey)).get(sessionMark(kind, sessionId)) ?? []
    const times = transcript.map(({ at }) => +at)
    const placed = results.map((result) => ({ ...result, turn: times.indexOf(result.at) }))
    const isClear = placed.every(
      (one) =>
        one.turn >= 0 &&
        one.turn === times.lastIndexOf(one.at) &&
        !placed.some((other) => other !== one && isTied(one, other)),
    )
    return isClear ? placed.toSorted((one, other) => one.turn - other.turn || one.until - other.until) : []
  }

  /** Of one that calls again and again they are read once. */
  #ofPhone(phoneKey: string): Promise<ResultsBySession> {
    const known = this.#known.get(phoneKey) ?? this.#read(phoneKey)
    this.#known.delete(phoneKey)
    this.#known.set(phoneKey, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostPhones && oldest !== undefined) this.#known.delete(oldest)
    return known
  }

  async #read(phoneKey: string): Promise<ResultsBySession> {
    const kept = await this.#look.person?.({ registration: this.#registration, phoneKey, whose: [phoneKey] })
    const marked = (kept?.effects ?? []).flatMap(({ name, outcome, until }) => {
      const mark = turnMarkIn(outcome)
      return mark === undefined ? [] : [{ name, outcome, until, ...mark }]
    })
    return Map.groupBy(marked, ({ session }) => session)
  }
}

/** A result, and the turn that made it. An order of `until` is one of the store's clock alone. */
interface MarkedResult extends PastResult, EffectTurnMark {
  readonly until: number
}

type ResultsBySession = ReadonlyMap<string, readonly MarkedResult[]>

/** Whether nobody can tell which of two was first. */
function isTied(one: MarkedResult, other: MarkedResult): boolean {
  return one.name === other.name && one.at === other.at && one.until === other.until
}

/** Whose results are held at once. */
const mostPhones = 1_000
