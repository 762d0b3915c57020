import Fastify from 'fastify'
import { expect, it } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { type ChaosApp, type Delivered, playStory } from '../../../src/simulator/index.ts'

it('a violation says that a forged notice was acknowledged', async () => {
  const delivered: Delivered[] = []
  const believes: ChaosApp = {
    build: async () => {
      const app = Fastify()
      await app.register(merchantWebhooks, {
        verify: 'none',
        secret: 'signs the addresses of notices',
        publicUrl: 'https://shop.example',
        store: memoryStore(),
        ussd: (_, turn) => turn.pay('Approve it', { amount: 5, description: 'Tea', reference: 'tea-1' }),
        payment: (payment) => {
          if (payment.outcome === 'paid' && 'orderId' in payment) delivered.push({ orderId: payment.orderId })
        },
      })
      return app
    },
    books: () => ({ delivered }),
  }
  const steps = [{ dial: '*713#' }, { approve: { fails: '2001' }, faults: ['forge'] }]
  expect(await playStory(believes, { dialogue: 'forged', seed: 1, steps }, { blocked: 60_000 })).toEqual({
    rule: 'deliveredUnpaid',
    text: 'a bill of 5: delivered, and nobody paid; a forged notice of it was acknowledged',
  })
})
