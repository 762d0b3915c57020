import type { SessionChange } from '../../turn-store.ts'

type Listener = (change: SessionChange) => void

/** Those who wait for what others do to a session. */
export class SessionWatchers {
  readonly #listeners = new Map<string, Set<Listener>>()

  /** @returns what ends it */
  add(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  /** Not in the caller's own time: a listener may open the turn again. */
  tell(key: string, change: SessionChange): void {
    for (const listener of this.#listeners.get(key) ?? []) this.tellOne(key, listener, change)
  }

  /** Tells one that is still there when its time comes. */
  tellOne(key: string, listener: Listener, change: SessionChange): void {
    setImmediate(() => {
      if (this.#listeners.get(key)?.has(listener)) listener(change)
    })
  }
}
