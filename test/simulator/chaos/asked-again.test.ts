import { expect, it } from 'vitest'
import { playStory } from '../../../src/simulator/index.ts'
import { shopWith } from './shop.ts'

it('a delivery is for the payment that came, where a caller who redialled was asked again for the same order', async () => {
  const steps = [
    { dial: '*713*1*3*1#' },
    { reply: '1' },
    { approve: { fails: '0001' }, faults: ['reorder'] },
    { repeatLast: true, faults: ['timeoutDuringTurn'] },
    { dial: '*713#' }, // the screen that the time-out took away, with a prompt of its own
    { finishes: { fails: '2103' } },
    { approve: {} },
  ] as const
  const story = { dialogue: 'asked again', profile: 'retryOnce', seed: 9, steps } as const
  expect(await playStory(shopWith(), story, { blocked: 60_000 })).toBeNull()
  expect(await playStory(shopWith('deliversTwice'), story, { blocked: 60_000 })).toEqual({
    rule: 'deliveredTwice',
    text: 'a bill of 5: delivered 2 times, and 5 was paid',
  })
  expect(await playStory(shopWith('deliversNothing'), story, { blocked: 60_000 })).toMatchObject({
    rule: 'paidUndelivered',
  })
})
