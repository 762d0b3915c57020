import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { type Clock } from '../../src/index.ts'
import { numbers } from '../../src/registration/options/numbers.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { realStores } from '../store/real-stores.ts'
import { keptInMemory } from '../testing/stores.ts'

it('handlers get less time at the close than Fastify gives the close itself', () => {
  expect(numbers.registration.shutdownTimeout[0]).toBeLessThan(Fastify().initialConfig.pluginTimeout ?? 0)
})

const shutdownTimeout = 7_777

it.each([...realStores.map(([name, make]) => [name, () => make()()] as const), ['memory', keptInMemory] as const])(
  'a handler of notifications and a turn that never end have one time at the close, not one after the other, on %s',
  async (_name, make) => {
    const hand = manualClock()
    const given: number[] = []
    let isClosing = false
    const clock: Clock = {
      now: () => hand.now(),
      monotonic: () => hand.monotonic(),
      after(ms, callback) {
        // What is given to those that run passes at once.
        if (isClosing && (ms === shutdownTimeout || ms === 0)) {
          given.push(ms)
          setImmediate(() => hand.advance(ms))
        }
        return hand.after(ms, callback)
      },
    }
    const app = Fastify()
    onTestFinished(() => app.close())
    const began = { report: Promise.withResolvers<void>(), turn: Promise.withResolvers<void>() }
    await app.register(merchantWebhooks, {
      verify: 'none',
      clock,
      shutdownTimeout,
      store: await make(),
      deliveryReport: () => {
        began.report.resolve()
        return new Promise(() => undefined)
      },
      ussd: () => {
        began.turn.resolve()
        return new Promise(() => undefined)
      },
    })
    const report = { MessageId: 'message-1', To: '+233000000001', Status: 'Delivered' }
    const turn = {
      SessionId: 'a',
      Mobile: '233000000001',
      ServiceCode: '713',
      Type: 'Initiation',
      Message: '*713#',
      Sequence: 1,
    }
    await app.inject({ method: 'POST', url: '/delivery-report', payload: report })
    void app.inject({ method: 'POST', url: '/ussd', payload: turn }).catch(() => undefined)
    await Promise.all([began.report.promise, began.turn.promise])
    isClosing = true
    await app.close()
    expect(given.filter((ms) => ms === shutdownTimeout)).toHaveLength(1)
  },
)
