import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import merchantWebhooks, { memoryStore, type PaymentHandler } from '../../../src/index.ts'
import { type ChaosApp, playStory } from '../../../src/simulator/index.ts'

const patient = { time: 3_600_000, blocked: 60_000 }
const pending = { dialogue: 'pending', steps: [{ dial: '*713#' }, { approve: { fails: '0005' } }] }

describe('a 500 to the notice of a payment', () => {
  it('is no mistake of an application that keeps it in memory, while the plugin waits for the service’s word', async () => {
    expect(
      await playStory(
        shopThat(() => undefined),
        pending,
        patient,
      ),
    ).toBeNull()
  })

  it('is one where its handler failed', async () => {
    const shop = shopThat(() => {
      throw new Error('no table')
    })
    const paid = { dialogue: 'paid', steps: [{ dial: '*713#' }, { approve: {} }] }
    expect(await playStory(shop, paid, patient)).toEqual({
      rule: 'serverError',
      text: 'a push of ussdPayment was answered with 500: its handler threw Error: no table',
    })
  })
})

/** A shop that asks the service about each payment. */
function shopThat(payment: PaymentHandler): ChaosApp {
  return {
    build: async (sim) => {
      const app = Fastify()
      await app.register(merchantWebhooks, {
        verify: 'none',
        secret: 'signs the addresses of notices',
        publicUrl: 'https://shop.example',
        store: memoryStore(),
        client: new MerchantClient({ ...sim.clientOptions, retries: 0 }),
        ussd: (_, turn) => turn.pay('Approve it', { amount: 5, description: 'Tea', reference: 'tea-1' }),
        payment,
      })
      return app
    },
  }
}
