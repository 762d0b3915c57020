/** A session as it is told of. */
export interface FoundSession {
  readonly sessionId: string
  readonly phone: string
}

/** What is the same of several sessions, once. */
export class Groups<About extends object> {
  readonly #groups = new Map<string, About & { readonly sessions: FoundSession[] }>()

  /** @param same what makes it the same, where that is less than what is told of it: of the first session then */
  add(about: About, { sessionId, phone }: FoundSession, same: object = about): void {
    const name = JSON.stringify(same)
    const group = this.#groups.get(name) ?? Object.assign({ sessions: [] }, about)
    group.sessions.push({ sessionId, phone })
    this.#groups.set(name, group)
  }

  /** That of most sessions first. */
  get all(): readonly (About & { readonly sessions: readonly FoundSession[] })[] {
    return [...this.#groups.values()].sort((one, other) => other.sessions.length - one.sessions.length)
  }
}
