import type { Channel } from '../phone/screen.ts'
import { answersTo, type KnownAnswer } from './answers.ts'
import type { MapBounds } from './application-map.ts'
import type { Draft, DraftScreen } from './draft.ts'
import type { Seen, Visitors } from './visit.ts'

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

/** A screen to be answered, and what leads a new subscriber to it. */
interface Place {
  readonly path: readonly string[]
  /** The screens on the way, and this one as the last. */
  readonly way: readonly DraftScreen[]
  readonly seen: Seen
  /** A page of a list after its first: it is no screen of its own. */
  readonly page: number
}

/** Walks the screens of a channel, breadth first: each answer at each screen that was not seen yet. */
export async function walkChannel(
  visitors: Visitors,
  channel: Channel,
  draft: Draft,
  limits: Limits,
): Promise<MapBounds['met']> {
  const met = new Set<MapBounds['met'][number]>()
  const open: Place[] = []
  const first = await visitors.visit(channel, [])
  const { screen: start } = draft.find(first, channel)
  if (first.screen.type === 'response') open.push({ path: [], way: [start], seen: first, page: 1 })
  for (let place = open.shift(); place !== undefined; place = open.shift()) {
    if (place.path.length >= limits.depth) {
      met.add('depth')
      continue
    }
    for (const answer of answersTo(place.seen, limits.known)) {
      if (limits.isLate()) met.add('time')
      if (visitors.pushes + place.path.length + 2 > limits.pushes) met.add('pushes')
      if (met.has('time') || met.has('pushes')) return [...met]
      const next = await take(visitors, channel, draft, place, answer)
      if (next !== undefined) open.push(next)
      limits.onScreen({ screens: draft.screens.length, pushes: visitors.pushes, waiting: open.length })
    }
  }
  return [...met]
}

type Answer = ReturnType<typeof answersTo>[number]

/** Gives an answer as a new subscriber. @returns where it led, if nobody was there before */
async function take(
  visitors: Visitors,
  channel: Channel,
  draft: Draft,
  place: Place,
  answer: Answer,
): Promise<Place | undefined> {
  const here = place.way.at(-1)
  if (here === undefined) return undefined
  const path = [...place.path, answer.text]
  let last: Seen | undefined
  const seen = await visitors.visit(channel, path, (one) => {
    last = one
  })
  // Somebody who gave the same answers must stand at the same screen.
  if (last === undefined || draft.shapeOf(last) !== draft.shapeOf(place.seen)) {
    here.unsteady.add(channel)
    return undefined
  }
  if (isAskedAgain(place.seen, seen)) return undefined
  if (answer.how === 'typed') draft.learn([answer.label])
  if (answer.how === 'more' && isPageOf(place.seen, seen)) {
    const isNew = draft.addPage(here, seen, channel, place.page + 1)
    return isNew ? { path, way: place.way, seen, page: place.page + 1 } : undefined
  }
  const { screen: there, isNew } = draft.find(seen, channel)
  if (there === here) return undefined
  if (answer.how === 'typed') here.taken.add(channel)
  const isBack = place.way.includes(there)
  if (isBack) here.back.add(channel)
  // What nothing on the screen says is an answer, unless it leads back.
  if (answer.how !== 'untold' || !isBack)
    here.lead(answer.how === 'chosen' || answer.how === 'way' ? answer.label : anyAnswer, there, channel)
  if (!isNew || seen.screen.type !== 'response') return undefined
  return { path, way: [...place.way, there], seen, page: 1 }
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
