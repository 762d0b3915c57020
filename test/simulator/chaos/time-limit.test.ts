import { afterEach, expect, it, vi } from 'vitest'
import { type ChaosApp, chaos } from '../../../src/simulator/index.ts'
import { shopWith } from './shop.ts'

afterEach(() => vi.restoreAllMocks())

it('a story that is being told ends when the time is over, and held so far', async () => {
  const hour = 3_600_000
  const now = performance.now.bind(performance)
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  const shop = shopWith()
  const slow: ChaosApp = {
    ...shop,
    build: (sim) => {
      sim.log.onRow(() => {
        passed = 2 * hour
      })
      return shop.build(sim)
    },
  }
  const result = await chaos(slow, { seed: 1, time: hour, blocked: 4 * hour })
  expect(result).toMatchObject({ runs: 1, failure: null })
  expect(result.steps).toBeLessThan(5)
})
