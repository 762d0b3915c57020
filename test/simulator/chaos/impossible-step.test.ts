import { expect, it } from 'vitest'
import { type ChaosApp, playStory } from '../../../src/simulator/index.ts'
import { shopWith } from './shop.ts'

it('a step that cannot be done leaves no fault for a later one: the story without it must play the same', async () => {
  const shop = shopWith()
  const notices: (readonly string[])[] = []
  const watched: ChaosApp = {
    ...shop,
    build: (sim) => {
      sim.log.onRow(({ kind, faults }) => void (kind === 'ussdPayment' && notices.push(faults)))
      return shop.build(sim)
    },
  }
  const steps = [
    { approve: {}, faults: ['forge'] }, // nothing is asked yet
    { dial: '*713*1*3*1#' },
    { reply: '1' },
    { approve: {} },
  ]
  expect(await playStory(watched, { dialogue: 'a purchase', steps }, { blocked: 60_000 })).toBeNull()
  expect(notices).toEqual([[]])
})
