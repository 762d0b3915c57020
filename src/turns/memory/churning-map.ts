/**
 * A map whose entries come and go with every turn. The table of a Map is made anew every so many changes, and each old
 * one leads to the next. Once the collector has put away one of them as long-lived, it keeps all that was in those after it
 * until it looks at the whole heap. So the Map holds numbers, and the values stand in a list.
 */
export class ChurningMap<Key extends string | number, Value> {
  readonly #places = new Map<Key, number>()
  readonly #values: (Value | undefined)[] = []
  readonly #free: number[] = []

  get size(): number {
    return this.#places.size
  }

  get(key: Key): Value | undefined {
    const place = this.#places.get(key)
    return place === undefined ? undefined : this.#values[place]
  }

  set(key: Key, value: Value): void {
    const place = this.#places.get(key) ?? this.#free.pop() ?? this.#values.length
    this.#places.set(key, place)
    this.#values[place] = value
  }

  /** @returns what it was */
  take(key: Key): Value | undefined {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    const value = this.#values[place]
    this.#places.delete(key)
    this.#values[place] = undefined
    this.#free.push(place)
    return value
  }

  clear(): void {
    this.#places.clear()
    this.#values.length = 0
    this.#free.length = 0
  }

  /** In the order in which they were put. */
  keys(): IterableIterator<Key> {
    return this.#places.keys()
  }

  values(): Value[] {
    return this.#values.filter((value) => value !== undefined)
  }
}
