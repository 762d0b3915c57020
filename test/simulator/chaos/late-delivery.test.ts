import Fastify from 'fastify'
import { expect, it } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { type ChaosApp, type Delivered, playStory } from '../../../src/simulator/index.ts'

const paid = { dialogue: 'paid', steps: [{ dial: '*713#' }, { approve: {} }] }

it('an application that delivers just after its handler returned is not accused', async () => {
  const shop = shopThat((deliver) => void setTimeout(deliver, 10))
  expect(await playStory(shop, paid, { blocked: 60_000 })).toBeNull()
})

it('one that never delivers is', async () => {
  const shop = shopThat(() => undefined)
  expect(await playStory(shop, paid, { blocked: 60_000 })).toMatchObject({ rule: 'paidUndelivered' })
})

/** A shop whose own worker delivers. */
function shopThat(work: (deliver: () => void) => void): ChaosApp {
  let delivered: Delivered[] = []
  return {
    build: async () => {
      delivered = []
      const app = Fastify()
      await app.register(merchantWebhooks, {
        verify: 'none',
        secret: 'signs the addresses of notices',
        publicUrl: 'https://shop.example',
        store: memoryStore(),
        ussd: (_, turn) => turn.pay('Approve it', { amount: 5, description: 'Tea', reference: 'tea-1' }),
        payment: ({ reference }) => work(() => delivered.push({ reference })),
      })
      return app
    },
    books: () => ({ delivered }),
  }
}
