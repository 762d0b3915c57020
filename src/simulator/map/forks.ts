import type { DraftScreen } from './draft-screen.ts'
import type { Walk } from './ways.ts'

/**
 * Notes options that lead one walk of a screen to other screens than another walk that was drawn as the same. Labels that stand
 * twice on a screen are no such options, and neither is what was not walked: it may be each of those that look alike.
 *
 * @param variants the walks that are no walk of their own screen
 */
export function noteForks(walks: readonly Walk[], variants: ReadonlyMap<Walk, DraftScreen>): void {
  const walked = new Set(walks)
  const drawnOf = (walk: Walk): DraftScreen => variants.get(walk) ?? walk.screen
  for (const [here, same] of Map.groupBy(walks, drawnOf)) {
    for (const [channel, onChannel] of Map.groupBy(same, (walk) => walk.channel)) {
      const led = new Map<string, Set<string>[]>()
      for (const { leads } of onChannel) {
        const sure = leads.filter(
          ({ how, isBack, next }) => how === 'chosen' && !isBack && (next === undefined || walked.has(next)),
        )
        for (const [answer, all] of Map.groupBy(sure, (lead) => lead.answer)) {
          const ids = all.map(({ next, to }) => (next === undefined ? to : drawnOf(next)).id)
          led.set(answer, [...(led.get(answer) ?? []), new Set(ids)])
        }
      }
      for (const [answer, targets] of led) {
        const [first = new Set<string>()] = targets
        if (targets.every((others) => [...others].some((id) => first.has(id)))) continue
        const known = here.forks.get(answer)
        const to = new Set([...(known?.to ?? []), ...targets.flatMap((ids) => [...ids])])
        here.forks.set(answer, { to, channels: [...(known?.channels ?? []), channel] })
      }
    }
  }
}
