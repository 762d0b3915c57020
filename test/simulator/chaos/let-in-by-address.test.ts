import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { anyOf, memoryStore, secretPath, sourceAddresses, type Verifier } from '../../../src/index.ts'
import { type ChaosApp, createSimulator, playStory } from '../../../src/simulator/index.ts'

const here = sourceAddresses(['127.0.0.1'])
const secret = secretPath('correcthorsebattery')
const story = {
  dialogue: 'forged',
  steps: [{ dial: '*713#' }, { approve: { fails: '2001' }, faults: ['forge'] }],
}

describe('an application that lets in the address of this machine', () => {
  it.each([
    ['by a list', here],
    ['by a list or a secret', anyOf(secret, here)],
  ])('%s is not accused of believing a forgery from here', async (_, verify) => {
    expect(await playStory(shopWith(verify), story, { blocked: 60_000 })).toBeNull()
  })

  it('has the reason in the row of the forgery', async () => {
    await using sim = await createSimulator()
    const app = await shopWith(here).build(sim)
    onTestFinished(() => void app.close())
    await sim.connect(app)
    sim.faults.next('forge')
    await sim.trigger('ussdPayment')
    expect(sim.log.rows()[0]?.problem).toMatch(/^the forgery was let in by the address of this machine/)
    expect(sim.log.rows()[1]?.problem).toBeNull()
  })
})

it('an application that lets in everybody is accused', async () => {
  expect(await playStory(shopWith('none'), story, { blocked: 60_000 })).toMatchObject({ rule: 'deliveredUnpaid' })
})

/** A shop that believes each notice that its verifier lets in. */
function shopWith(verify: Verifier | 'none'): ChaosApp {
  return {
    build: async () => {
      const app = Fastify()
      await app.register(merchantWebhooks, {
        verify,
        publicUrl: 'https://shop.example',
        store: memoryStore(),
        ussd: (_, turn) => turn.pay('Approve it', { amount: 5, description: 'Tea', reference: 'tea-1' }),
        payment: () => undefined,
      })
      return app
    },
  }
}
