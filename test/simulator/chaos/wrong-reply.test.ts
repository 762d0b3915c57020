import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import merchantWebhooks, { memoryStore, type UssdHandler } from '../../../src/index.ts'
import { type ChaosApp, chaos, playStory } from '../../../src/simulator/index.ts'

const patient = { time: 3_600_000, blocked: 60_000 }

describe('chaos finds a reply that is wrong:', () => {
  it.each([
    [
      'a screen that is too long',
      answering((_, turn) => turn.prompt('What is your name? '.repeat(18))),
      /^a reply to a turn of ussd: its Message takes 342 of \d+ characters/,
    ],
    [
      'what was thrown, on a screen',
      answering(({ type }, turn) => {
        return type === 'response' ? turn.end(`${new TypeError('no stock')} at shop.js:41`) : turn.prompt('How many?')
      }),
      /^a reply to a turn of ussd: it shows an exception, 'TypeError'$/,
    ],
  ])('%s', async (_what, app, text) => {
    const { failure } = await chaos(app, { ...patient, seed: 1, runs: 3 })
    expect(failure?.violation).toEqual({ rule: 'wrongReply', text: expect.stringMatching(text) })
    expect(failure?.story.steps.length).toBeLessThanOrEqual(2)
  })

  it('a payment whose notice can’t come', async () => {
    const app: ChaosApp = {
      build: async () => {
        const built = Fastify()
        const store = memoryStore()
        await built.register(merchantWebhooks, {
          verify: 'none',
          store,
          ussd: (_, turn) => turn.pay('Approve it', { amount: 5, description: 'Tea', reference: 'tea' }),
          payment: () => undefined,
        })
        return built
      },
    }
    const { failure } = await chaos(app, { ...patient, seed: 1, runs: 3 })
    expect(failure?.violation.text).toBe(
      'a reply to a turn of ussd: it asks for a payment without CallbackUrl: no notice can come (API document, 2.8)',
    )
  })

  it('and accuses nobody of a session in which a fault was played', async () => {
    const app = answering((_, turn) => turn.prompt('What is your name? '.repeat(18)))
    const story = { dialogue: 'struck', steps: [{ dial: '*713#', faults: ['duplicate'] }] }
    expect(await playStory(app, story, patient)).toBeNull()
  })
})

/** An application that answers each turn so. */
function answering(ussd: UssdHandler): ChaosApp {
  return {
    build: async () => {
      const app = Fastify()
      await app.register(merchantWebhooks, { verify: 'none', ussd })
      return app
    },
  }
}
