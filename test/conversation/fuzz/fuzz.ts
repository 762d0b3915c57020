import fc from 'fast-check'
import { type Deed, deeds } from './deeds.ts'
import { type Plan, plans } from './plan.ts'
import { type Place, type Played, play } from './play.ts'
import { houses, Stage } from './stage.ts'

export interface FuzzSettings {
  /** At least so many. */
  readonly turns: number
  readonly seed: number
  readonly progress?: (turns: number) => void
}

export interface Fuzzed {
  readonly scripts: number
  readonly turns: number
  readonly sessions: number
  readonly ended: number
  readonly effects: number
  /** The smallest script and subscriber that break something, in words, with the seed. */
  readonly failure: string | undefined
}

/** Holds scripts of chance with subscribers of chance until so many turns are done, or something breaks. */
export async function fuzz({ turns: wanted, seed, progress = () => undefined }: FuzzSettings): Promise<Fuzzed> {
  const stage = await Stage.open()
  const done = { scripts: 0, turns: 0, sessions: 0, ended: 0, effects: 0 }
  const count = ({ turns, sessions, ended, effects }: Played): void => {
    done.scripts += 1
    done.turns += turns
    done.sessions += sessions
    done.ended += ended
    done.effects += effects
  }
  const property = fc.asyncProperty(plans, places, deeds, async (plan: Plan, place: Place, all: readonly Deed[]) => {
    const played = await play(stage, plan, place, all)
    count(played)
    if (played.violations.length > 0) throw new Error(played.violations.join('\n'))
  })
  try {
    for (let batch = 0; done.turns < wanted; batch++) {
      const found = await fc.check(property, { seed: seed + batch, numRuns: scriptsAtOnce, endOnFailure: false })
      progress(done.turns)
      if (found.failed)
        return { ...done, failure: `seed ${seed + batch}: ${found.errorInstance}\n${fc.defaultReportMessage(found)}` }
    }
    return { ...done, failure: undefined }
  } finally {
    await stage.app.close()
  }
}

const scriptsAtOnce = 100

const places: fc.Arbitrary<Place> = fc.record({
  house: fc.constantFrom(...houses.map(({ name }) => name)),
  kind: fc.constantFrom('ussd', 'programmable'),
  operator: fc.constantFrom('network', 'webstore', 'POS-Android', 'provider-app'),
})
