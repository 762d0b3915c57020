import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { hold } from './hold.ts'

const tea = { name: 'Tea', quantity: 1, price: 5 }
const masked = '233****00301'
const none = [masked, 'a1b2c3d4e5f6', '+23301', ' ']
const warning = 'no phone number'

function shop() {
  const orders: string[] = []
  const script: Script = async (talk) => {
    await talk.choose('Shop', ['Tea'])
    await talk.once('order', (key) => orders.push(key))
    return talk.end('Your order was made')
  }
  return { orders, script }
}

const buy = (app: FastifyInstance, mobile: string) => phone(app, { mobile }).dial('*713#').reply('1')

/** Buys, and the service tells that the subscriber has not seen the last screen. */
async function buyUnseen(app: FastifyInstance, mobile: string): Promise<void> {
  const caller = phone(app, { mobile })
  await caller.dial('*713#').reply('1').expectScreen('Your order was made')
  const place = { Mobile: mobile, SessionId: caller.sessionId, ServiceCode: '713' }
  const { statusCode } = await post(app, '/ussd', { ...place, Type: 'Timeout', Message: '', Sequence: 9 })
  expect(statusCode).toBe(200)
}

describe('a Mobile that is no phone number', () => {
  it('gets an unseen order a second time, and the log says so once, at the first order', async () => {
    const { orders, script } = shop()
    const { app, lines } = await hold(script)
    for (const [index, mobile] of none.entries()) {
      await phone(app, { mobile }).dial('*713#').timeout()
      expect(lines.saying(warning)).toHaveLength(index === 0 ? 0 : 1)
      await buyUnseen(app, mobile)
      await phone(app, { mobile }).dial('*713#').expectScreen('Shop\n1. Tea')
      expect(lines.saying(warning).map(({ level }) => level)).toEqual([40])
    }
    await buy(app, masked)
    expect(orders).toHaveLength(none.length + 1)
  })

  it('is warned of where a payment begins without an effect', async () => {
    const { app, lines } = await hold(async (talk) =>
      (await talk.confirm('Pay 5?')) ? talk.pay('Approve', tea) : talk.end('Bye'),
    )
    await buy(app, masked)
    expect(lines.saying(warning)).toHaveLength(1)
  })

  it('is no matter for a full number, on other channels, and where each dial is a new purchase', async () => {
    const { orders, script } = shop()
    const { app, user, lines } = await hold(script)
    await buyUnseen(app, '+233000000301')
    await phone(app, { mobile: '+233000000301' }).dial('*713#').expectScreen('Your order was made')
    await user().dial('hi').reply('1')
    const never = await hold(script, { resume: 'never' })
    await buy(never.app, masked)
    expect(orders).toHaveLength(3)
    expect([...lines.saying(warning), ...never.lines.saying(warning)]).toEqual([])
  })
})
