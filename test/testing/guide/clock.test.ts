import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { manualClock, phone } from '../../../src/testing/index.ts'

const clock = manualClock()
const ordered = Promise.withResolvers<void>()
const supplier = Promise.withResolvers<string>()
let orders = 0

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  clock,
  ussd: async (push, turn) => {
    if (push.type === 'initiation') return turn.prompt('1. Buy airtime')
    orders += 1
    ordered.resolve()
    return turn.end(`Your voucher is ${await supplier.promise}`)
  },
})
afterAll(() => app.close())

test('a slow supplier costs the subscriber one more screen, and no second order', async () => {
  const caller = phone(app)
  await caller.dial('*713#')

  const waiting = caller.reply('1').run()
  await ordered.promise
  clock.advance(6_000)
  expect((await waiting).text).toMatch(/Please wait/)

  supplier.resolve('0417')
  await caller.reply('1').expectScreen('Your voucher is 0417')
  expect(orders).toBe(1)
})
