import type { AttemptEnd } from './attempt-run.ts'
import type { Instead } from './work.ts'

/** The entry that goes on in the place of another. */
export interface Bequest {
  readonly heir: string
}

/** Who waits for an entry: a process that keeps nothing answers its requests by how their entries end. */
export class WaitingRequests {
  readonly #listeners = new Map<string, ((end: AttemptEnd | Bequest) => void)[]>()

  /** How the next attempt on an entry ends. */
  whenEnded(id: string): Promise<AttemptEnd | Bequest> {
    const { promise, resolve } = Promise.withResolvers<AttemptEnd | Bequest>()
    this.#listeners.set(id, [...(this.#listeners.get(id) ?? []), resolve])
    return promise
  }

  /** Tells whoever waits for an entry how it ended. */
  tell(id: string, end: AttemptEnd | Bequest): void {
    const listeners = this.#listeners.get(id)
    if (listeners === undefined) return
    this.#listeners.delete(id)
    for (const listener of listeners) listener(end)
  }

  /** Whoever waits for an entry hears of its heir, where it has one. */
  passOn(id: string, instead: Instead): void {
    if (!this.#listeners.has(id)) return
    const heir = 'heir' in instead ? instead.heir : undefined
    this.tell(id, heir === undefined ? endOf(instead) : { heir })
  }
}

/** What a request is told that waited for it: whoever may come again is the service. */
function endOf(instead: Instead): AttemptEnd {
  if (instead.state === 'done' || instead.state === 'rejected') return { ok: true }
  return { ok: false, error: instead.state === 'dead' ? instead.error : new Error(instead.why) }
}
