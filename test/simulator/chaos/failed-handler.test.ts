import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conversation, type Script } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { type ChaosApp, chaos, playStory } from '../../../src/simulator/index.ts'

// What a handler throws is told in development.
beforeEach(() => void vi.stubEnv('NODE_ENV', 'development'))
afterEach(() => void vi.unstubAllEnvs())

const patient = { time: 3_600_000, blocked: 60_000 }

describe('chaos finds a handler that fails, though the subscriber gets a polite screen:', () => {
  it.each([
    [
      'at every turn',
      playing(() => {
        throw new ReferenceError('stock is not defined')
      }),
      /^the handler of a turn of ussd failed at \S+failed-handler\.test\.ts:\d+: ReferenceError: stock is not defined/,
    ],
    [
      'after a Yes',
      playing(async (talk) => {
        if (await talk.confirm('Buy?')) throw new Error('the stock is away')
        return talk.end('Goodbye')
      }),
      /^the handler of a turn of ussd failed at \S+failed-handler\.test\.ts:\d+: Error: the stock is away/,
    ],
  ])('%s', async (_when, app, text) => {
    const { failure } = await chaos(app, { ...patient, seed: 1, runs: 3 })
    expect(failure?.violation).toEqual({ rule: 'handlerFailed', text: expect.stringMatching(text) })
    expect(failure?.story.steps.length).toBeLessThanOrEqual(2)
    expect(
      failure === null || failure === undefined ? null : await playStory(app, failure.story, patient),
    ).toMatchObject({
      rule: 'handlerFailed',
    })
  })

  it('and accuses nobody of a session in which a fault was played', async () => {
    const app = playing(() => {
      throw new Error('the line is cut')
    })
    const story = { dialogue: 'struck', steps: [{ dial: '*713#', faults: ['duplicate'] }] }
    expect(await playStory(app, story, patient)).toBeNull()
  })
})

it('chaos says what the handler of a payment threw', async () => {
  const app: ChaosApp = {
    build: async () => {
      const fastify = Fastify()
      await fastify.register(merchantWebhooks, {
        verify: 'none',
        secret: 'signs the addresses of notices',
        publicUrl: 'https://shop.example',
        store: memoryStore(),
        ussd: (_push, turn) => turn.pay('Approve it', { name: 'Tea', quantity: 1, price: 5, reference: 'tea-1' }),
        payment: () => Promise.reject(new Error('the mail server is away')),
      })
      return fastify
    },
  }
  const story = { dialogue: 'paying', steps: [{ dial: '*713#' }, { approve: {} }] }
  expect(await playStory(app, story, patient)).toEqual({
    rule: 'serverError',
    text: expect.stringMatching(/answered with 500: its handler threw Error: the mail server is away$/),
  })
})

it('in production the application tells nobody what its handlers throw', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const app = playing(() => {
    throw new Error('the stock is away')
  })
  expect(await playStory(app, { dialogue: 'quiet', steps: [{ dial: '*713#' }] }, patient)).toBeNull()
})

/** An application with this script. */
function playing(script: Script): ChaosApp {
  return {
    build: async () => {
      const app = Fastify()
      const ussd = conversation(script)
      await app.register(merchantWebhooks, {
        verify: 'none',
        store: memoryStore(),
        secret: 'the secret of a failing shop',
        ussd,
      })
      return app
    },
  }
}
