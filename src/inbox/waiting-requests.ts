import type { AttemptEnd } from './attempt-run.ts'
import type { Instead } from './work.ts'

/** The entry that goes on in the place of another. */
export interface Succession {
  readonly successor: string
}

/** Who waits for an entry: a process that keeps nothing answers its requests by how their entries end. */
export class WaitingRequests {
  readonly #listeners = new Map<string, ((end: AttemptEnd | Succession) => void)[]>()

  /** How the next attempt on an entry ends. */
  whenEnded(id: string): Promise<AttemptEnd | Succession> {
    const { promise, resolve } = Promise.withResolvers<AttemptEnd | Succession>()
    this.#listeners.set(id, [...(this.#listeners.get(id) ?? []), resolve])
    return promise
  }

  /** Tells whoever waits for an entry how it ended. */
  tell(id: string, end: AttemptEnd | Succession): void {
    const listeners = this.#listeners.get(id)
    if (listeners === undefined) return
    this.#listeners.delete(id)
    for (const listener of listeners) listener(end)
  }

  /** Whoever waits for an entry hears of its successor, where it has one. */
  passOn(id: string, instead: Instead): void {
    if (!this.#listeners.has(id)) return
    const successor = 'successor' in instead ? instead.successor : undefined
    this.tell(id, successor === undefined ? endOf(instead) : { successor })
  }
}

/** What a request is told that waited for it: whoever may come again is the service. */
function endOf(instead: Instead): AttemptEnd {
  if (instead.state === 'done' || instead.state === 'rejected') return { ok: true }
  return { ok: false, error: instead.state === 'dead' ? instead.error : new Error(instead.why) }
}
