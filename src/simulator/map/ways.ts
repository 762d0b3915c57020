import type { Channel } from '../phone/screen.ts'
import type { DraftScreen } from './draft-screen.ts'
import type { Seen } from './visit.ts'

/** One walk of a screen, by one way: where its answers led. The pages of a list are one walk. */
export interface Walk {
  /** The screen that it looks like. */
  readonly screen: DraftScreen
  readonly channel: Channel
  readonly seen: Seen
  /** Whether that screen was walked on its channel before. */
  readonly isAgain: boolean
  /** Whether this, or one on the way, was walked before. */
  readonly isBehind: boolean
  readonly leads: Lead[]
  /** The options of each page. */
  readonly pages: Set<string>
  /** Everything that stands on each page. */
  readonly texts: Set<string>
  isBack: boolean
  isTaken: boolean
  isUnsteady: boolean
}

/** An answer of a walk. */
export interface Lead {
  readonly answer: string
  readonly to: DraftScreen
  /** The walk of that screen by this way; undefined where it was not walked by it. */
  next: Walk | undefined
  /** Whether it leads to a screen on the way, which differs by way. */
  readonly isBack: boolean
}

/** @param add draws a screen that looks like the one of a walk. @returns the walks that are no walk of their own screen */
export function waysOf(walks: readonly Walk[], add: (walk: Walk) => DraftScreen): ReadonlyMap<Walk, DraftScreen> {
  const found = new Map<Walk, DraftScreen>()
  const drawn = new Map<DraftScreen, Map<DraftScreen, Walk[]>>()
  for (const walk of walks) {
    const variants = drawn.get(walk.screen) ?? new Map<DraftScreen, Walk[]>([[walk.screen, []]])
    drawn.set(walk.screen, variants)
    const same = walk.isAgain ? [...variants].find(([, others]) => isLikeAll(walk, others))?.[0] : walk.screen
    const variant = same ?? add(walk)
    variants.set(variant, [...(variants.get(variant) ?? []), walk])
    if (variant !== walk.screen) found.set(walk, variant)
  }
  return found
}

/** Channels write options in their own ways: the same channel tells best. */
function isLikeAll(walk: Walk, others: readonly Walk[]): boolean {
  const onChannel = others.filter(({ channel }) => channel === walk.channel)
  const before = (onChannel.length > 0 ? onChannel : others).flatMap(({ leads }) => leads.filter(isForward))
  return walk.leads.filter(isForward).every(({ answer }) => {
    const then = before.filter((lead) => lead.answer === answer)
    const now = walk.leads.filter((lead) => lead.answer === answer)
    return then.length === 0 || then.some(({ to }) => now.some((lead) => lead.to === to))
  })
}

function isForward({ isBack }: Lead): boolean {
  return !isBack
}
