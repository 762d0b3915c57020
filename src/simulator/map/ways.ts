import type { Channel } from '../phone/screen.ts'
import type { Answer } from './answers.ts'
import type { DraftScreen } from './draft-screen.ts'
import { nameOf } from './shapes.ts'
import type { Seen } from './visit.ts'

/** One walk of a screen, by one way: where its answers led. The pages of a list are one walk. */
export interface Walk {
  /** The screen that it looks like. */
  readonly screen: DraftScreen
  readonly channel: Channel
  readonly seen: Seen
  /** What led there; undefined after the dial. */
  readonly from: Step | undefined
  /** Whether that screen was walked on its channel before. */
  readonly isAgain: boolean
  /** Whether this, or one on the way, was walked before. */
  readonly isBehind: boolean
  readonly leads: Lead[]
  /** The options of each page. */
  readonly pages: Set<string>
  /** Everything that stands on each page. */
  readonly texts: Set<string>
  /** Whether a page came that isn't as the first one but for numbers. */
  hasOtherPages: boolean
  isBack: boolean
  isTaken: boolean
  isUnsteady: boolean
}

/** An answer on a way. */
export interface Step {
  readonly walk: Walk
  /** As the map calls it. */
  readonly answer: string
  readonly how: Answer['how']
}

/** An answer of a walk. */
export interface Lead {
  readonly answer: string
  readonly how: Answer['how']
  readonly to: DraftScreen
  /** The walk of that screen by this way; undefined where it was not walked by it. */
  next: Walk | undefined
  /** Whether it leads to a screen on the way, which differs by way. */
  readonly isBack: boolean
}

/**
 * Screens that look the same, and lead elsewhere. The one that most ways lead to keeps its name.
 *
 * @param add draws one that looks like the screen of a walk, named for an answer on the way there
 * @returns the walks that are no walk of their own screen
 */
export function waysOf(
  walks: readonly Walk[],
  add: (walk: Walk, answer: string) => DraftScreen,
): ReadonlyMap<Walk, DraftScreen> {
  const found = new Map<Walk, DraftScreen>()
  for (const [screen, variants] of variantsOfAll(walks)) {
    const [first, ...others] = variants.toSorted((one, other) => entriesTo(other) - entriesTo(one))
    if (first?.[0] !== undefined) screen.seen = first[0].seen
    for (const variant of variants.filter((one) => others.includes(one))) {
      const drawn = add(variant[0], distinctAnswer(variant, variants))
      for (const walk of variant) found.set(walk, drawn)
    }
  }
  return found
}

type Variant = [Walk, ...Walk[]]
/** What each walk was drawn as. */
type Drawn = ReadonlyMap<Walk, Variant>
type Ends = ReadonlyMap<Walk, ReadonlySet<DraftScreen>>

/** What one answer leads to is drawn twice where the way decides which: so its own screen is too, as far back as that goes. */
function variantsOfAll(walks: readonly Walk[]): ReadonlyMap<DraftScreen, readonly Variant[]> {
  const ends = endsOf(walks)
  const byScreen = Map.groupBy(walks, (walk) => walk.screen)
  let drawn: Drawn = new Map()
  let found = new Map<DraftScreen, readonly Variant[]>()
  for (let before = 0; ; before = drawnIn(found)) {
    found = new Map([...byScreen].map(([screen, same]) => [screen, variantsOf(same, ends, drawn)]))
    // It ends, since what was drawn apart stays apart.
    if (drawnIn(found) <= before) return found
    drawn = new Map([...found.values()].flat().flatMap((variant) => variant.map((walk) => [walk, variant] as const)))
  }
}

function drawnIn(found: ReadonlyMap<DraftScreen, readonly Variant[]>): number {
  return [...found.values()].reduce((sum, variants) => sum + variants.length, 0)
}

/** Walks of one screen, by where its answers lead. */
function variantsOf(walks: readonly Walk[], ends: Ends, drawn: Drawn): Variant[] {
  const variants: Variant[] = []
  for (const walk of walks) {
    const isLike = (variant: Variant) =>
      isLikeAll(walk, variant, ends, drawn) && (drawn.size === 0 || drawn.get(walk) === drawn.get(variant[0]))
    const same = walk.isAgain ? variants.find(isLike) : variants[0]
    if (same === undefined) variants.push([walk])
    else same.push(walk)
  }
  return variants
}

/** Where the answers of each walk end: what leads no further counts, too. */
function endsOf(walks: readonly Walk[]): Ends {
  const ends = new Map<Walk, Set<DraftScreen>>()
  // What follows was walked later.
  for (const walk of walks.toReversed()) {
    const forward = walk.leads.filter(isForward)
    const all = forward.flatMap((lead) => endsBehind(lead, ends))
    ends.set(walk, new Set(forward.length === 0 ? [walk.screen] : all))
  }
  return ends
}

function endsBehind({ to, next }: Lead, ends: Ends): readonly DraftScreen[] {
  if (next === undefined) return to.isOpen ? [] : [to]
  return [...(ends.get(next) ?? [])]
}

/** Channels write options in their own ways: the same channel tells best. */
function isLikeAll(walk: Walk, others: readonly Walk[], ends: Ends, drawn: Drawn): boolean {
  const onChannel = others.filter(({ channel }) => channel === walk.channel)
  const compared = onChannel.length > 0 ? onChannel : others
  const before = compared.flatMap(({ leads }) => leads.filter(isForward))
  if (compared.some((other) => leadsToItself(walk, other) || leadsToItself(other, walk))) return false
  const endsOfAll = (leads: readonly Lead[]) => new Set(leads.flatMap((lead) => endsBehind(lead, ends)))
  return walk.leads.filter(isForward).every(({ answer }) => {
    const then = before.filter((lead) => lead.answer === answer)
    const now = walk.leads.filter((lead) => lead.answer === answer)
    const same = then.filter(({ to }) => now.some((lead) => lead.to === to))
    if (same.length > 0) return same.some((one) => now.some((lead) => isDrawnAs(one, lead, drawn)))
    if (then.length === 0) return true
    const [thenEnds, nowEnds] = [endsOfAll(then), endsOfAll(now)]
    return isWithin(nowEnds, thenEnds) || isWithin(thenEnds, nowEnds)
  })
}

/** Whether an answer leads one walk to a screen that looks the same, and the other elsewhere: `Sure?` behind `Sure?`. */
function leadsToItself(walk: Walk, other: Walk): boolean {
  const targetsOf = ({ leads }: Walk, answer: string) => leads.filter((lead) => lead.answer === answer)
  return walk.leads.some(({ answer, how, to }) => {
    // A way back leads to itself where it stands behind itself.
    if (to !== walk.screen || how !== 'chosen') return false
    const [here, there] = [targetsOf(walk, answer), targetsOf(other, answer)]
    return here.every((lead) => lead.to === to) && there.length > 0 && there.every((lead) => lead.to !== to)
  })
}

/** Whether both lead to the same of the screens that look alike: what was not walked may be each. */
function isDrawnAs(one: Lead, other: Lead, drawn: Drawn): boolean {
  if (one.to !== other.to) return false
  const [here, there] = [one, other].map(({ next }) => (next === undefined ? undefined : drawn.get(next)))
  return here === undefined || there === undefined || here === there
}

/** Whether the screen itself stands on the way there. */
export function isRound(walk: Walk): boolean {
  return stepsTo(walk).some((step) => step.walk.screen === walk.screen)
}

function isWithin(some: ReadonlySet<DraftScreen>, all: ReadonlySet<DraftScreen>): boolean {
  return [...some].every((one) => all.has(one))
}

/** How many ways lead there from elsewhere. */
function entriesTo(variant: Variant): number {
  return variant.filter((walk) => !isRound(walk)).length
}

/**
 * The last answer that was chosen on the way there and on no other way, or two of them where none alone is: more services
 * change nothing in it.
 */
function distinctAnswer(variant: Variant, variants: readonly Variant[]): string {
  const elsewhere = variants.filter((other) => other !== variant).flatMap((other) => other.map(chosenTo))
  const chosen = chosenTo(variant[0]).slice(0, mostAnswers)
  const pairs = chosen.flatMap((last, at) => chosen.slice(at + 1).map((first) => [first, last]))
  const isDistinct = (answers: readonly string[]): boolean =>
    !elsewhere.some((way) => answers.every((answer) => way.includes(answer)))
  return [...chosen.map((answer) => [answer]), ...pairs].find(isDistinct)?.join('-') ?? chosen[0] ?? ''
}

function chosenTo(walk: Walk): string[] {
  const chosen = stepsTo(walk).filter(({ answer, how }) => how === 'chosen' && /\p{L}/u.test(answer))
  return chosen.map(({ answer }) => nameOf(answer, wordsOfAnswer))
}

/** The last one first. */
function stepsTo(walk: Walk): Step[] {
  const steps: Step[] = []
  for (let { from } = walk; from !== undefined; { from } = from.walk) steps.push(from)
  return steps
}

function isForward({ isBack }: Lead): boolean {
  return !isBack
}

const wordsOfAnswer = 3
/** Of a way, the last ones. */
const mostAnswers = 8
