/**
 * What has to be put back in memory when the transaction that it belongs to is rolled back: memory is changed at
 * once, because operations of one group must see each other.
 */
export class Undo {
  readonly #steps: (() => void)[] = []

  /** Remembers how to put something back. */
  push(step: () => void): void {
    this.#steps.push(step)
  }

  /** A place to go back to. */
  mark(): number {
    return this.#steps.length
  }

  /** Puts back what was changed since, the latest first. */
  back(mark: number): void {
    while (this.#steps.length > mark) this.#steps.pop()?.()
  }

  /** The changes stay. */
  keep(): void {
    this.#steps.length = 0
  }
}
