/** Those who hear of something, each time it happens. */
export class Listeners<Told extends readonly unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>()

  /** @returns ends it */
  on(listener: (...told: Told) => void): () => void {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  tell(...told: Told): void {
    for (const listener of [...this.#all]) listener(...told)
  }
}

/**
 * Those who hear that code has changed something that makes no row in the log: a fault, a phone, how the sender behaves. It's
 * told in one word, for whoever watches the stream of events.
 */
export type Changes = Listeners<[what: string]>
