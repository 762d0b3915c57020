import type { DraftScreen } from './draft-screen.ts'
import type { Seen } from './visit.ts'
import type { Walk } from './ways.ts'

/** A screen to be answered, and what leads a new subscriber to it. */
export interface Place {
  readonly path: readonly string[]
  /** The walks of the screens on the way, and the one of this as the last. */
  readonly way: readonly Walk[]
  readonly walk: Walk
  readonly seen: Seen
}

/** Places that wait to be answered: first those that look like no other, then those that look like one that was walked. */
export class Places {
  /** Those that were begun. */
  readonly walks = new Set<Walk>()
  /** How many were left, since they look like a screen that was walked. */
  notWalked = 0
  readonly #fresh: Place[] = []
  #again: Place[] = []
  readonly #walked = new Map<DraftScreen, number>()
  readonly #parents = new Set<string>()

  /** Adds one that an answer led to. */
  add(place: Place): void {
    // A page of a list is of the walk that found it.
    if (!place.walk.isAgain || this.walks.has(place.walk)) this.#fresh.push(place)
    else if (this.#isFull(place)) this.leave(place)
    else this.#again.push(place)
  }

  get waiting(): number {
    return this.#fresh.length
  }

  next(): Place | undefined {
    const place = this.#fresh.shift() ?? this.#nextAgain()
    if (place === undefined || this.walks.has(place.walk)) return place
    this.walks.add(place.walk)
    this.#walked.set(place.walk.screen, (this.#walked.get(place.walk.screen) ?? 0) + 1)
    this.#parents.add(parentOf(place))
    return place
  }

  /** Counts a place that is not walked. @returns false where it looks like no other */
  leave({ walk }: Place): boolean {
    if (walk.isAgain) this.notWalked += 1
    return walk.isAgain
  }

  /** Counts all that wait, with the one in hand. @returns false where one of them looks like no other */
  leaveAll(place: Place): boolean {
    const all = [place, ...this.#fresh, ...this.#again]
    return all.map((one) => this.leave(one)).every((isLeft) => isLeft)
  }

  /** Another screen that leads there goes before another answer of the same. */
  #nextAgain(): Place | undefined {
    const left = this.#again.filter((place) => !this.#isFull(place))
    this.notWalked += this.#again.length - left.length
    const at = left.findIndex((place) => !this.#parents.has(parentOf(place)))
    const [place] = left.splice(Math.max(at, 0), 1)
    this.#again = left
    return place
  }

  #isFull({ walk }: Place): boolean {
    return (this.#walked.get(walk.screen) ?? 0) >= mostWays
  }
}

function parentOf({ way, walk }: Place): string {
  return `${way.at(-2)?.screen.id} ${walk.screen.id}`
}

/** By how many ways a screen is walked. */
const mostWays = 6
