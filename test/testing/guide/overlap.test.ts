import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { phone } from '../../../src/testing/index.ts'

const orders: { readonly signal: AbortSignal; readonly deliver: () => void }[] = []
let onOrder = (): void => undefined

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  ussd: async (push, turn) => {
    if (push.type === 'initiation') return turn.prompt('1. Buy airtime')
    const delivered = Promise.withResolvers<void>()
    orders.push({ signal: turn.signal, deliver: delivered.resolve })
    onOrder()
    await delivered.promise
    return turn.end('Bought')
  },
})
afterAll(() => app.close())

const nextOrder = () => new Promise<void>((resolve) => (onOrder = resolve))

test('a turn that arrives twice at once buys once', async () => {
  const caller = phone(app)
  await caller.dial('*713#')
  const ordered = nextOrder()

  const first = caller.reply('1').run()
  const copy = caller.repeatLast().run()
  await ordered
  orders[0]?.deliver()

  expect([(await first).text, (await copy).text]).toEqual(['Bought', 'Bought'])
  expect(orders.splice(0)).toHaveLength(1)
})

test('a time-out during a purchase tells the purchase to stop', async () => {
  const caller = phone(app)
  await caller.dial('*713#')
  const ordered = nextOrder()

  const buying = caller.reply('1').run()
  await ordered
  await caller.timeout()
  await buying

  expect(orders[0]?.signal.aborted).toBe(true)
})
