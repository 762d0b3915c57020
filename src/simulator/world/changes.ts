/** Who wants to hear that code has changed something that makes no row in the log: a fault, a phone, how the sender behaves. */
export class Changes {
  readonly #listeners = new Set<(what: string) => void>()

  onChange(listener: (what: string) => void): void {
    this.#listeners.add(listener)
  }

  /** @param what in one word, for whoever watches the stream of events */
  tell(what: string): void {
    for (const listener of this.#listeners) listener(what)
  }
}
