import type { LogRow } from './row.ts'

/** Pushes that wait for their answer. Each has a number of its own, which its row names. */
export class PendingPushes {
  readonly #pushes = new Map<number, LogRow>()
  readonly #listeners = new Set<() => void>()
  #last = 0

  /** The oldest first. */
  get all(): readonly LogRow[] {
    return [...this.#pushes.values()]
  }

  /** Calls back when one begins, or ends without a row. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** @returns its number */
  begin(push: Omit<LogRow, 'id' | 'pendingAs'>): number {
    this.#last += 1
    this.#pushes.set(this.#last, { id: 0, ...push, pendingAs: this.#last })
    this.#tell()
    return this.#last
  }

  /** It has ended, or is forgotten. */
  end(number: number): void {
    if (this.#pushes.delete(number)) this.#tell()
  }

  forget(): void {
    this.#pushes.clear()
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
