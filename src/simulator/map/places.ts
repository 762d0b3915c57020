import type { DraftScreen } from './draft-screen.ts'
import type { Seen } from './visit.ts'
import { isRound, type Step, type Walk } from './ways.ts'

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
  /** Whether few pushes were taken: screens are walked by more ways. */
  isCheap = true
  /** Those that were begun. */
  readonly walks = new Set<Walk>()
  /** What led to those that were left, since they look like a screen that was walked. */
  readonly notWalked: Step[] = []
  readonly #fresh: Place[] = []
  #again: Place[] = []
  readonly #walked = new Map<DraftScreen, { ways: number; rounds: number }>()
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
    const { ways, rounds } = this.#countOf(place)
    this.#walked.set(place.walk.screen, isRound(place.walk) ? { ways, rounds: rounds + 1 } : { ways: ways + 1, rounds })
    this.#parents.add(parentOf(place))
    return place
  }

  /** Notes a place that is not walked. @returns false where it looks like no other */
  leave({ walk }: Place): boolean {
    if (walk.isAgain && walk.from !== undefined) this.notWalked.push(walk.from)
    return walk.isAgain
  }

  /** Notes all that wait, with the one in hand. @returns false where one of them looks like no other */
  leaveAll(place: Place): boolean {
    const all = [place, ...this.#fresh, ...this.#again]
    return all.map((one) => this.leave(one)).every((isLeft) => isLeft)
  }

  /** Another screen that leads there goes before another answer of the same. */
  #nextAgain(): Place | undefined {
    const [left, full] = partition(this.#again, (place) => !this.#isFull(place))
    for (const place of full) this.leave(place)
    const at = left.findIndex((place) => !this.#parents.has(parentOf(place)))
    const [place] = left.splice(Math.max(at, 0), 1)
    this.#again = left
    return place
  }

  #countOf({ walk }: Place): { readonly ways: number; readonly rounds: number } {
    return this.#walked.get(walk.screen) ?? { ways: 0, rounds: 0 }
  }

  #isFull(place: Place): boolean {
    const { ways, rounds } = this.#countOf(place)
    return isRound(place.walk) ? ways + rounds >= leastWays : ways >= (this.isCheap ? mostWays : leastWays)
  }
}

function partition(places: readonly Place[], isFirst: (place: Place) => boolean): [Place[], Place[]] {
  return [places.filter(isFirst), places.filter((place) => !isFirst(place))]
}

function parentOf({ way, walk }: Place): string {
  return `${way.at(-2)?.screen.id} ${walk.screen.id}`
}

/** By how many ways a screen is walked. Ways by the screen itself have no end: they are few. */
const leastWays = 6
/** While it costs little. */
const mostWays = 24
