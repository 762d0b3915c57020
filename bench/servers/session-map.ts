type Done = (error?: Error | null, value?: unknown) => void

// As many as the plugin remembers.
const maxSessions = 100_000

/** Sessions for the menu library, as its users keep them, except that they are bounded: the oldest is forgotten. */
export class SessionMap {
  readonly #sessions = new Map<string, Map<string, unknown>>()
  // Round and round: asking a Map for its first key again and again would cost the peer as much as there are sessions.
  readonly #order: string[] = []
  #next = 0

  readonly config = {
    start: (id: string, done: Done): void => {
      if (!this.#sessions.has(id)) this.#open(id)
      done()
    },
    get: (id: string, key: string, done: Done): void => done(null, this.#sessions.get(id)?.get(key)),
    set: (id: string, key: string, value: unknown, done: Done): void => {
      this.#sessions.get(id)?.set(key, value)
      done()
    },
    end: (id: string, done: Done): void => {
      this.#sessions.delete(id)
      done()
    },
  }

  #open(id: string): void {
    const oldest = this.#order[this.#next]
    if (oldest !== undefined) this.#sessions.delete(oldest)
    this.#order[this.#next] = id
    this.#next = (this.#next + 1) % maxSessions
    this.#sessions.set(id, new Map())
  }
}
