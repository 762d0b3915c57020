/** A session as it is told of. */
export interface FoundSession {
  readonly sessionId: string
  readonly phone: string
}

/** What is the same of several sessions, once, beside something of the first of them. */
export class Groups<About extends object, Example extends object = object> {
  readonly #groups = new Map<string, About & Example & { readonly sessions: FoundSession[] }>()

  add(about: About, { sessionId, phone }: FoundSession, ...[example]: object extends Example ? [] : [Example]): void {
    const name = JSON.stringify(about)
    const group = this.#groups.get(name) ?? Object.assign({ sessions: [] }, about, example)
    group.sessions.push({ sessionId, phone })
    this.#groups.set(name, group)
  }

  /** That of most sessions first. */
  get all(): readonly (About & Example & { readonly sessions: readonly FoundSession[] })[] {
    return [...this.#groups.values()].sort((one, other) => other.sessions.length - one.sessions.length)
  }
}
