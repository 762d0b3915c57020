import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'

afterEach(() => void vi.useRealTimers())

async function shop(wait: () => Promise<unknown> = async () => undefined) {
  const app = Fastify()
  const sim = await createSimulator()
  onTestFinished(async () => {
    vi.useRealTimers()
    await app.close()
    await sim.close()
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    ussd: async (_push, turn) => {
      await wait()
      return turn.menu('Welcome', ['Tea'])
    },
  })
  return { app, sim }
}

it('a phone of the simulator says that setImmediate is faked, in place of waiting for ever', async () => {
  const { app, sim } = await shop()
  await sim.connect(app)
  vi.useFakeTimers()
  const phone = sim.phone('+233000000001')
  const screen = await phone.dial('*713#').run()
  expect(screen.gatewayError).toBeDefined()
  expect(phone.problem).toContain('has not answered for 1000 ms, because setImmediate is faked: leave it real')
})

it('with setImmediate left real, turns are answered while the other timers are faked', async () => {
  const { app, sim } = await shop()
  await sim.connect(app)
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await sim.phone('+233000000001').dial('*713#').expectScreen('Welcome\n1. Tea')
})

// Longer than a standstill is waited for. Its timers are real.
const slowly = () => sleep(1_200)

it('a handler that takes its time is no standstill where the faked time runs', async () => {
  const { app, sim } = await shop(slowly)
  await sim.connect(app)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await sim.phone('+233000000001').dial('*713#').expectScreen('Welcome\n1. Tea')
})

it('a setImmediate that a tracer wraps runs: a handler may take its time', async () => {
  const { app, sim } = await shop(slowly)
  await sim.connect(app)
  const real = globalThis.setImmediate
  onTestFinished(() => {
    globalThis.setImmediate = real
  })
  const wrapped = (...args: Parameters<typeof real>) => real(...args)
  globalThis.setImmediate = Object.assign(wrapped, { __promisify__: real.__promisify__ })
  await sim.phone('+233000000001').dial('*713#').expectScreen('Welcome\n1. Tea')
})
