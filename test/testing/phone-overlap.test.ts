import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import merchantWebhooks from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { phone } from '../../src/testing/phone/phone.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A shop whose handler waits until a test lets it go on. */
const slowShop = async () => {
  const clock = manualClock()
  const arrived = Promise.withResolvers<void>()
  const supplier = Promise.withResolvers<string>()
  let purchases = 0
  app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    clock,
    ussd: async (push, turn) => {
      if (push.type === 'initiation') return turn.prompt('1. Tea')
      purchases++
      arrived.resolve()
      return turn.end(await supplier.promise)
    },
  })
  return { clock, arrived: arrived.promise, supplier, purchases: () => purchases }
}

describe('Runs of a phone overlap', () => {
  it('so that a time-out arrives during a purchase', async () => {
    const { arrived, supplier, purchases } = await slowShop()
    const caller = phone(app)
    await caller.dial('*713#')
    const buying = caller.reply('1').run()
    await arrived

    await caller.timeout()
    supplier.resolve('Bought')

    expect((await buying).text).toBe('This has ended. Please dial again.')
    expect(purchases()).toBe(1)
  })

  it('so that the same turn arrives twice at once', async () => {
    const { arrived, supplier, purchases } = await slowShop()
    const caller = phone(app)
    await caller.dial('*713#')
    const first = caller.reply('1').run()
    const second = caller.repeatLast().run()
    await arrived
    expect(caller.transcript()).toBe(
      'dial *713#\n  1. Tea\nreply 1\n  (no screen)\nrepeat the last push\n  (no screen)',
    )

    supplier.resolve('Bought')

    expect((await first).text).toBe('Bought')
    expect((await second).text).toBe('Bought')
    expect(purchases()).toBe(1)
  })

  it('and each looks at its own screens', async () => {
    const { supplier } = await slowShop()
    supplier.resolve('Bought')
    const caller = phone(app)

    const bought = await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(async () => {
        await caller.push('Query').expectScreen(/not available/)
      })
      .expectScreen('Bought')

    expect(bought.text).toBe('Bought')
    expect(caller.lastScreen?.text).toMatch(/not available/)
  })

  it('so that a test can let the budget run out', async () => {
    const { clock, arrived, supplier } = await slowShop()
    const caller = phone(app)
    await caller.dial('*713#')
    const waiting = caller.reply('1').run()
    await arrived
    clock.advance(6_000)
    expect((await waiting).text).toMatch(/Please wait/)

    supplier.resolve('Bought')
    await caller.reply('1').expectScreen('Bought')
  })
})
