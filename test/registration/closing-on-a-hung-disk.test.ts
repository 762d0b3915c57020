import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { type Clock } from '../../src/index.ts'
import { storeOn } from '../../src/store/sqlite/sqlite-store.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { hangingThreads } from '../store/sqlite/hanging-threads.ts'
import { fileOfTest, openStore } from '../store/sqlite/opened.ts'

const shutdownTimeout = 7_777
// ms: the store itself would wait for hours.
const timeout = 10_000_000

/** A clock whose timers fire as soon as they are set, in their order, once the application closes. */
function hastyClock() {
  const hand = manualClock()
  let isClosing = false
  const clock: Clock = {
    now: () => hand.now(),
    monotonic: () => hand.monotonic(),
    after(ms, callback) {
      const due = hand.monotonic() + ms
      const cancel = hand.after(ms, callback)
      if (!isClosing) return cancel
      const soon = setImmediate(() => hand.advance(Math.max(0, due - hand.monotonic())))
      return () => {
        clearImmediate(soon)
        cancel()
      }
    },
  }
  return { clock, hurry: () => (isClosing = true) }
}

it.each([
  { what: 'a handler that has ended', ends: true },
  { what: 'a handler that never ends', ends: false },
])('a disk that hangs keeps an application with $what from closing for 2 seconds more', async ({ ends }) => {
  const file = fileOfTest()
  const { start, hang, letGo } = hangingThreads()
  const { clock, hurry } = hastyClock()
  const app = Fastify()
  onTestFinished(letGo)
  const began = Promise.withResolvers<void>()
  await app.register(merchantWebhooks, {
    verify: 'none',
    clock,
    shutdownTimeout,
    store: storeOn(start, file, { timeout }),
    deliveryReport: () => {
      hang()
      began.resolve()
      return ends ? undefined : new Promise(() => undefined)
    },
  })
  const report = { MessageId: 'message-1', To: '+233000000001', Status: 'Delivered' }
  await app.inject({ method: 'POST', url: '/delivery-report', payload: report })
  await began.promise

  hurry()
  const from = clock.monotonic()
  await app.close()
  expect(clock.monotonic() - from).toBeLessThanOrEqual(shutdownTimeout + 2_000)

  letGo()
  const { inbox } = await openStore(file, undefined, { timeout })
  const left = ends ? [] : [{ entry: { reference: 'message-1' } }]
  expect(await inbox.claim(1)).toMatchObject(left)
})
