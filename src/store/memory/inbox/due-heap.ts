/** What waits for a time. It knows its own place, so that it moves and leaves without being looked for. */
export interface Due {
  /** Epoch ms. */
  readonly dueAt: number
  /** Decides between equal times. */
  readonly order: number
  /** Where it stands in the heap; -1 when it does not. */
  heapIndex: number
}

/** The earliest of many: a binary heap. */
export class DueHeap<T extends Due> {
  readonly #items: T[] = []

  get first(): T | undefined {
    return this.#items[0]
  }

  /** Takes it in, or gives it the place that its time has now. */
  place(item: T): void {
    if (item.heapIndex === -1) {
      item.heapIndex = this.#items.length
      this.#items.push(item)
    }
    this.#sink(this.#rise(item))
  }

  remove(item: T): void {
    const { heapIndex } = item
    if (heapIndex === -1) return
    item.heapIndex = -1
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    this.#put(heapIndex, last)
    this.#sink(this.#rise(last))
  }

  #rise(item: T): T {
    while (item.heapIndex > 0) {
      const parent = this.#items[(item.heapIndex - 1) >> 1]
      if (parent === undefined || isEarlier(parent, item)) break
      this.#swap(parent, item)
    }
    return item
  }

  #sink(item: T): void {
    for (;;) {
      const left = this.#items[2 * item.heapIndex + 1]
      const right = this.#items[2 * item.heapIndex + 2]
      const child = right !== undefined && left !== undefined && isEarlier(right, left) ? right : left
      if (child === undefined || isEarlier(item, child)) return
      this.#swap(item, child)
    }
  }

  #swap(one: T, other: T): void {
    const { heapIndex } = one
    this.#put(other.heapIndex, one)
    this.#put(heapIndex, other)
  }

  #put(index: number, item: T): void {
    this.#items[index] = item
    item.heapIndex = index
  }
}

function isEarlier(one: Due, other: Due): boolean {
  return one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.order < other.order)
}
