import type { Channel } from '../phone/screen.ts'
import { type Answer, answersTo, type KnownAnswer } from './answers.ts'
import type { MapBounds } from './application-map.ts'
import type { Draft } from './draft.ts'
import type { DraftScreen } from './draft-screen.ts'
import { withoutNumbers } from './shapes.ts'
import type { Seen, Visitors } from './visit.ts'
import { isRound, type Step, type Walk } from './ways.ts'

/** How far a walk may go. */
export interface Limits {
  readonly pushes: number
  /** Answers in a row. */
  readonly depth: number
  /** Whether the time is over. */
  readonly isLate: () => boolean
  /** Answers that questions take: by what stands on their screen. */
  readonly known: readonly KnownAnswer[]
  readonly onScreen: (progress: { readonly screens: number; readonly pushes: number; readonly waiting: number }) => void
}

/** What was walked of a channel. */
export interface Walked {
  readonly met: MapBounds['met']
  readonly walks: readonly Walk[]
  /** What led to places that looked like a screen already walked, and were not walked again. */
  readonly notWalked: readonly Step[]
}

/** Walks the screens of a channel, breadth first: each answer at each screen, and again by a few other ways to it. */
export async function walkChannel(visitors: Visitors, channel: Channel, draft: Draft, limits: Limits): Promise<Walked> {
  const met = new Set<MapBounds['met'][number]>()
  const places = new Places()
  const before = visitors.pushes
  const first = await visitors.visit(channel, [])
  if (first.screen.type === 'response')
    places.add(placeOf([], [], newWalk(draft.find(first, channel, false).screen, channel, first, undefined, true)))
  else draft.find(first, channel, false)
  for (let place = places.next(); place !== undefined; place = places.next()) {
    if (place.path.length >= limits.depth) {
      if (!places.leave(place)) met.add('depth')
      continue
    }
    for (const answer of answersAt(place, limits.known)) {
      if (place.walk.isAgain && place.walk.isTaken && answer.how === 'typed') continue
      const bound = limits.isLate() ? 'time' : visitors.pushes + place.path.length + 2 > limits.pushes ? 'pushes' : null
      if (bound !== null) {
        if (!places.leaveAll(place)) met.add(bound)
        return { met: [...met], walks: [...places.walks], notWalked: places.notWalked }
      }
      const next = await take(visitors, channel, draft, places, place, answer)
      places.isCheap = visitors.pushes - before < cheap
      if (next !== undefined) places.add(next)
      limits.onScreen({ screens: draft.screens.length, pushes: visitors.pushes, waiting: places.waiting })
    }
  }
  return { met: [...met], walks: [...places.walks], notWalked: places.notWalked }
}

/** Of a screen that was walked before, the longest that it took stands first: it needs no other. */
function answersAt({ seen, walk }: Place, known: readonly KnownAnswer[]): readonly Answer[] {
  const all = answersTo(seen, known)
  if (!walk.isAgain) return all
  const isTried = ({ how, text }: Answer): boolean => how !== 'typed' || walk.screen.took.has(text)
  const tried = all.filter(isTried)
  const typed = tried.filter(({ how }) => how === 'typed').toSorted((one, other) => other.text.length - one.text.length)
  const inOrder = tried.map((answer) => (answer.how === 'typed' ? (typed.shift() ?? answer) : answer))
  return [...inOrder, ...all.filter((answer) => !isTried(answer))]
}

/** Gives an answer as a new subscriber. @returns where it led, if that may be walked */
async function take(
  visitors: Visitors,
  channel: Channel,
  draft: Draft,
  places: Places,
  place: Place,
  answer: Answer,
): Promise<Place | undefined> {
  const { walk, way } = place
  const here = walk.screen
  const path = [...place.path, answer.text]
  let last: Seen | undefined
  const seen = await visitors.visit(channel, path, (one) => {
    last = one
  })
  // Somebody who gave the same answers must stand at the same screen.
  if (last === undefined || draft.shapeOf(last) !== draft.shapeOf(place.seen)) {
    walk.isUnsteady = true
    return undefined
  }
  const isAsked = isAskedAgain(place.seen, seen)
  // Who chose something may stand elsewhere, at a question of the same words.
  if (isAsked && answer.how !== 'chosen') return undefined
  if (answer.how === 'typed') draft.learn([answer.label])
  if (answer.how === 'more' && isPageOf(place.seen, seen)) {
    if (walk.pages.has(optionsOf(seen))) return undefined
    const isFirstAgain = isFirstPage(walk, seen)
    if (!isFirstAgain) note(walk, seen)
    if (!isFirstAgain && draft.addPage(here, seen, channel, walk.pages.size)) return { path, way, walk, seen }
    places.notWalked.push({ walk, answer: answer.label, how: answer.how })
    return undefined
  }
  const { screen: there, isNew } = isAsked ? { screen: here, isNew: false } : draft.find(seen, channel, walk.isBehind)
  const isHere = there === here
  const isBack = way.some(({ screen }) => screen === there)
  if (!isHere && isBack) walk.isBack = true
  if (!isHere && answer.how === 'typed') {
    walk.isTaken = true
    here.took.add(answer.text)
  }
  const label = answer.how === 'chosen' || answer.how === 'way' ? answer.label : anyAnswer
  const isOne = answer.how === 'typed' && walk.leads.some((lead) => lead.answer === label && lead.to === there)
  const lead = { answer: label, how: answer.how, to: there, next: undefined as Walk | undefined, isBack }
  // What nothing on the screen says is an answer, unless it leads back.
  if (answer.how !== 'untold' || !isBack) walk.leads.push(lead)
  if (seen.screen.type !== 'response' || isOne) return undefined
  const isReturn = answer.how !== 'chosen' && answer.how !== 'typed' && way.some(({ texts }) => texts.has(textOf(seen)))
  if (isReturn) return undefined
  lead.next = newWalk(there, channel, seen, { walk, answer: label, how: answer.how }, isNew)
  return placeOf(path, way, lead.next)
}

function placeOf(path: readonly string[], way: readonly Walk[], walk: Walk): Place {
  return { path, way: [...way, walk], walk, seen: walk.seen }
}

function newWalk(screen: DraftScreen, channel: Channel, seen: Seen, from: Step | undefined, isNew: boolean): Walk {
  const found = { hasOtherPages: false, isBack: false, isTaken: false, isUnsteady: false }
  const walk: Walk = {
    screen,
    channel,
    seen,
    from,
    isAgain: !isNew,
    isBehind: from?.walk.isBehind === true || !isNew,
    leads: [],
    pages: new Set(),
    texts: new Set(),
    ...found,
  }
  note(walk, seen)
  return walk
}

function note({ pages, texts }: Walk, seen: Seen): void {
  pages.add(optionsOf(seen))
  texts.add(textOf(seen))
}

function optionsOf({ choices }: Seen): string {
  return choices.map(({ label, value }) => `${value} ${label}`).join('\n')
}

/**
 * Whether a list begins again: numbers that change while it is read, such as what is left of a thing, make it no other. As
 * long as all pages differ in numbers alone, it goes on.
 */
function isFirstPage(walk: Walk, { choices }: Seen): boolean {
  const shapeOf = (offers: Seen['choices']): string =>
    offers.map(({ label, value }) => `${value} ${withoutNumbers(label)}`).join('\n')
  const isSame = shapeOf(choices) === shapeOf(walk.seen.choices)
  if (!isSame) walk.hasOtherPages = true
  return isSame && walk.hasOtherPages
}

function textOf(seen: Seen): string {
  return `${seen.screen.text}\n${optionsOf(seen)}`
}

/** A page that follows says no more beside its options than the first one, but for what counts the pages. */
function isPageOf(first: Seen, { screen, prompt }: Seen): boolean {
  return screen.type === 'response' && prompt.length <= first.prompt.length + slack
}

/** The same question, perhaps with a line above it that says what was wrong with the answer. */
function isAskedAgain(before: Seen, after: Seen): boolean {
  if (after.screen.type !== 'response') return false
  const isSame = after.prompt === before.prompt
  const isBelow = after.prompt.endsWith(`\n${before.prompt}`) && before.prompt !== ''
  const offered = (seen: Seen): string => seen.choices.map(({ label }) => label).join('\n')
  // With a line above it there is room for fewer options.
  return (isSame && offered(before) === offered(after)) || (isBelow && offered(before).startsWith(offered(after)))
}

const anyAnswer = 'any answer'
const slack = 12
/** Pushes on a channel. */
const cheap = 1_000

/** A screen to be answered, and what leads a new subscriber to it. */
interface Place {
  readonly path: readonly string[]
  /** The walks of the screens on the way, and the one of this as the last. */
  readonly way: readonly Walk[]
  readonly walk: Walk
  readonly seen: Seen
}

/** Places that wait to be answered: first those that look like no other, then those that look like one that was walked. */
class Places {
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
