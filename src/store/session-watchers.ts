import type { SessionChange } from './turn-store.ts'

export type SessionListener = (change: SessionChange) => void

/** Those who wait for what others do to a session. */
export class SessionWatchers {
  readonly #listeners = new Map<string, Set<SessionListener>>()

  /** @returns what ends it */
  add(key: string, listener: SessionListener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  get keys(): readonly string[] {
    return [...this.#listeners.keys()]
  }

  clear(): void {
    this.#listeners.clear()
  }

  /** Not in the caller's own time: a listener may open the turn again. */
  tell(key: string, change: SessionChange): void {
    for (const listener of this.#listeners.get(key) ?? []) this.tellOne(key, listener, change)
  }

  /** Tells one that is still there when its time comes. */
  tellOne(key: string, listener: SessionListener, change: SessionChange): void {
    setImmediate(() => {
      if (this.#listeners.get(key)?.has(listener)) listener(change)
    })
  }
}
