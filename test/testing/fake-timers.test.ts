import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'
import { replay } from '../../src/testing/replay.ts'

afterEach(() => void vi.useRealTimers())

async function shop(wait: () => Promise<unknown> = async () => undefined) {
  const app = Fastify()
  onTestFinished(() => {
    vi.useRealTimers()
    return app.close()
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    ussd: async (_push, turn) => {
      await wait()
      return turn.menu('Welcome', ['Tea'])
    },
    checkout: () => undefined,
  })
  return app
}

it('a phone and a replay say that setImmediate is faked, in place of waiting for ever', async () => {
  const app = await shop()
  await app.ready()
  vi.useFakeTimers()
  await expect(phone(app).dial('*713#').run()).rejects.toThrow('setImmediate is faked: leave it real')
  await expect(replay(app, 'checkout/paid-camel')).rejects.toMatchObject({ code: 'FMW_TESTING_TIMERS' })
})

it('an application that isn’t ready yet says so too', async () => {
  const app = await shop()
  vi.useFakeTimers()
  await expect(replay(app, 'checkout/paid-camel')).rejects.toMatchObject({ code: 'FMW_TESTING_TIMERS' })
})

it('with setImmediate left real, pushes are answered while the other timers are faked', async () => {
  const app = await shop()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await phone(app).dial('*713#').expectScreen('Welcome\n1. Tea')
  expect((await replay(app, 'checkout/paid-camel')).status).toBe(200)
})

it('fakes that a test moves along are waited for', async () => {
  const app = await shop()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await phone(app).dial('*713#').expectScreen('Welcome\n1. Tea')
})

it('an application that takes longer is waited for where the faked time runs', async () => {
  // Longer than a standstill is waited for. Its timers are real.
  const app = await shop(() => sleep(1_200))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await phone(app).dial('*713#').expectScreen('Welcome\n1. Tea')
})
