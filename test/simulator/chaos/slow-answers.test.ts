import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { type ChaosApp, chaos, playStory } from '../../../src/simulator/index.ts'
import { shopWith } from './shop.ts'

afterEach(() => vi.restoreAllMocks())

it('the time that went into slow answers is told', async () => {
  const now = performance.now.bind(performance)
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  const shop = shopWith()
  const slow: ChaosApp = {
    ...shop,
    build: (sim) => {
      sim.log.onRow(() => {
        passed += 20_000
      })
      return shop.build(sim)
    },
  }
  const { steps, waited } = await chaos(slow, { seed: 1, runs: 1, steps: 4, time: 36_000_000, blocked: 36_000_000 })
  expect(waited).toBeGreaterThanOrEqual(steps * 20_000)
})

it('a notice that is not answered does not hold the steps after it', async () => {
  const answered = Promise.withResolvers<void>()
  let dials = 0
  let isGivenUp = false
  const shop: ChaosApp = {
    build: async () => {
      const app = Fastify()
      app.addHook('onRequest', async ({ url }) => {
        if (!/^\/ussd(?:\?|$)/.test(url)) await answered.promise
        else if (++dials === 2) answered.resolve()
      })
      app.addHook('onRequestAbort', async (_request) => {
        isGivenUp = true
      })
      await app.register(merchantWebhooks, {
        verify: 'none',
        secret: 'signs the addresses of notices',
        publicUrl: 'https://shop.example',
        store: memoryStore(),
        ussd: (_, turn) => turn.pay('Approve it', { amount: 5, description: 'Tea', reference: 'tea-1' }),
        payment: () => undefined,
      })
      return app
    },
  }
  const steps = [{ dial: '*713#' }, { approve: {} }, { dial: '*713#' }, { refuse: true as const }]
  await playStory(shop, { dialogue: 'slow', steps }, { blocked: 60_000 })
  expect({ dials, isGivenUp }).toEqual({ dials: 2, isGivenUp: false })
}, 60_000)
