/**
 * A map whose entries come and go with every turn. The table of a Map is made anew every so many changes, and each old
 * one leads to the next. Once the collector has put away one of them as long-lived, it keeps all that was in those after it
 * until it looks at the whole heap. So the Map holds numbers, and the values stand in a list. As long as they are few,
 * they are looked through: that costs less than to change a Map.
 */
export class ChurningMap<Value> {
  /** In the order in which they were put, without a Map; with one, in its places. */
  #keys: string[] = []
  #values: (Value | undefined)[] = []
  #places: Map<string, number> | undefined
  readonly #free: number[] = []

  get size(): number {
    return this.#places?.size ?? this.#keys.length
  }

  get(key: string): Value | undefined {
    const place = this.#placeOf(key)
    return place === undefined ? undefined : this.#values[place]
  }

  set(key: string, value: Value): void {
    const known = this.#placeOf(key)
    if (known !== undefined) {
      this.#values[known] = value
      return
    }
    if (this.#places === undefined && this.#keys.length === few) {
      this.#places = new Map(this.#keys.map((one, place) => [one, place]))
      this.#keys = []
    }
    const place = this.#free.pop() ?? this.#values.length
    this.#values[place] = value
    if (this.#places === undefined) this.#keys.push(key)
    else this.#places.set(key, place)
  }

  /** @returns what it was */
  take(key: string): Value | undefined {
    const place = this.#placeOf(key)
    if (place === undefined) return undefined
    const value = this.#values[place]
    if (this.#places === undefined) {
      this.#keys.splice(place, 1)
      this.#values.splice(place, 1)
      return value
    }
    this.#places.delete(key)
    this.#values[place] = undefined
    this.#free.push(place)
    if (this.#places.size === 0) this.clear()
    return value
  }

  clear(): void {
    this.#places = undefined
    this.#keys.length = 0
    this.#values.length = 0
    this.#free.length = 0
  }

  /** The key that was put before all others that are left. */
  get oldest(): string | undefined {
    return this.#places === undefined ? this.#keys[0] : this.#places.keys().next().value
  }

  values(): Value[] {
    return this.#values.filter((value) => value !== undefined)
  }

  #placeOf(key: string): number | undefined {
    if (this.#places !== undefined) return this.#places.get(key)
    const place = this.#keys.indexOf(key)
    return place === -1 ? undefined : place
  }
}

const few = 8
