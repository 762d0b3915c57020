/** Remembers the last values of many names. */
export class Remembered<Value> {
  readonly #most: number
  #newer = new Map<string, Value>()
  #older = new Map<string, Value>()

  /** @param most how many are remembered; half as many are at least */
  constructor(most: number) {
    this.#most = most
  }

  get(name: string): Value | undefined {
    return this.#newer.get(name) ?? this.#older.get(name)
  }

  /** What was there first stays. */
  add(name: string, value: Value): void {
    if (!this.#newer.has(name) && !this.#older.has(name)) this.set(name, value)
  }

  /** What was there is replaced. */
  set(name: string, value: Value): void {
    this.#newer.set(name, value)
    // Half of them at once: one at a time, from the front of a map, costs more the more were taken before.
    if (this.#newer.size <= this.#most / 2) return
    this.#older = this.#newer
    this.#newer = new Map()
  }
}
