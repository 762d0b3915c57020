/** What did not hold, with the shortest way to it. */
export interface Finding {
  readonly what: string
  readonly times: number
  readonly where: string
  readonly story: string
}

/** Counts what did not hold, and keeps the shortest way to each. */
export class Findings {
  readonly #found = new Map<string, Finding>()

  add(what: string, where: string, story: string): void {
    const name = `${what}\n${where}`
    const known = this.#found.get(name)
    const times = (known?.times ?? 0) + 1
    const isShorter = known === undefined || story.length < known.story.length
    this.#found.set(name, isShorter ? { what, times, where, story } : { ...known, times })
  }

  get all(): readonly Finding[] {
    return [...this.#found.values()]
  }
}
