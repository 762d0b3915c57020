/** What can stand in a chain: it knows its neighbours, so that it is taken out at once wherever it stands. */
export interface ChainLink<T> {
  earlier: T | undefined
  later: T | undefined
}

/**
 * A list that gives up any of its members at once. A Map or a Set would keep the places of what was deleted, walk over them
 * to find its oldest, and keep what came and went for longer, as `turns/memory/churning-map.ts` tells.
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
    // One that the collector has put away as long-lived must not keep those that came after it.
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
