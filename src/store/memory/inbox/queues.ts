/** What can stand in a chain: it knows its neighbours, so that it is taken out at once wherever it stands. */
export interface ChainLink<T> {
  earlier: T | undefined
  later: T | undefined
}

/**
 * A list that gives up any of its members at once. A Map would keep the places of what was deleted, and walk over
 * them to find its oldest.
 */
export class Chain<T extends ChainLink<T>> {
  first: T | undefined = undefined
  last: T | undefined = undefined
  size = 0

  append(member: T): void {
    this.insertAfter(this.last, member)
  }

  /** After another member, or as the first. */
  insertAfter(place: T | undefined, member: T): void {
    const next = place === undefined ? this.first : place.later
    member.earlier = place
    member.later = next
    if (place === undefined) this.first = member
    else place.later = member
    if (next === undefined) this.last = member
    else next.earlier = member
    this.size++
  }

  /** It must stand in this chain. */
  remove(member: T): void {
    const { earlier, later } = member
    if (earlier === undefined) this.first = later
    else earlier.later = later
    if (later === undefined) this.last = earlier
    else later.earlier = earlier
    member.earlier = undefined
    member.later = undefined
    this.size--
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    let member = this.first
    while (member !== undefined) {
      // Whoever walks may take it out.
      const { later } = member
      yield member
      member = later
    }
  }
}

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
