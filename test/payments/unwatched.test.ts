import { describe, expect, it, onTestFinished } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import { type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { paths, samples } from '../http/samples.ts'
import { keptInMemory } from '../testing/stores.ts'
import { openSessionShop, publicUrl } from './session-shop.ts'

const sold = { name: 'Tea', quantity: 1, price: 5, reference: 'order-1' }
const elsewhere = 'https://elsewhere.example/notices'

/** A shop that asks for a payment in each session, and the warnings of payments that nobody waits for. */
async function shop(options: MerchantWebhooksOptions) {
  const lines = linesOf()
  const { app } = await openSessionShop(
    {
      store: keptInMemory(),
      ussd: conversation((talk) => talk.pay('Approve', sold)),
      programmable: (_push, turn) => turn.pay('To the checkout', sold),
      ...options,
    },
    { server: { logger: lines.logger } },
  )
  onTestFinished(() => app.close())
  return {
    dial: async (SessionId = 'one') => void (await post(app, paths.ussd, { ...samples.ussd, SessionId })),
    fill: async () => void (await phone(app, { channel: 'webstore', kind: 'programmable' }).dial()),
    warnings: () => lines.saying('is not watched').map(({ level, kind, msg }) => ({ level, kind, msg })),
  }
}

const payment = () => undefined
const warned = (kind: string, why: string, mend: string) => ({
  level: 40,
  kind,
  msg: expect.stringMatching(new RegExp(`because ${why}.*: if its notice never comes, you hear nothing\\. .*${mend}`)),
})

describe('A payment that nobody waits for is warned of once', () => {
  it.each<[string, MerchantWebhooksOptions]>([
    ['the reply', { reply: { callbackUrl: elsewhere } }],
    ['the payment', { ussd: (_push, turn) => turn.pay('Approve', { ...sold, callbackUrl: elsewhere }) }],
    [
      'the payment, without a signature',
      { ussd: (_push, turn) => turn.pay('Approve', { ...sold, callbackUrl: `${publicUrl}/ussd-payment` }) },
    ],
    [
      'the payment, where no notice is received',
      { payment: undefined, checkout: payment, reply: { callbackUrl: elsewhere } },
    ],
  ])('where a callbackUrl of your own is set in %s', async (_where, options) => {
    const { dial, warnings } = await shop(options)
    for (const session of ['one', 'two']) await dial(session)
    expect(warnings()).toEqual([warned('ussd', 'it has a callbackUrl', 'leave callbackUrl out')])
  })

  it('where there is no secret', async () => {
    const { dial, fill, warnings } = await shop({ secret: undefined })
    for (const session of ['one', 'two']) await dial(session)
    // A cart needs none.
    await fill()
    expect(warnings()).toEqual([warned('ussd', 'secret is not set', 'set secret of app')])
  })

  it('where the store keeps nothing: of both kinds once', async () => {
    const { dial, fill, warnings } = await shop({ store: memoryStore() })
    for (let time = 0; time < 2; time++) await fill()
    await dial()
    expect(warnings()).toEqual([warned('programmable', 'the store keeps nothing', 'sqliteStore')])
  })

  it('where an address cannot carry the id of its session', async () => {
    const { dial, warnings } = await shop({})
    await dial('s'.repeat(100))
    expect(warnings()).toEqual([])
    for (const digit of ['1', '2']) await dial(digit.repeat(101))
    expect(warnings()).toEqual([warned('ussd', 'the id of its session', 'shorter ids')])
  })

  it('where nobody takes the notices of carts', async () => {
    const { fill, warnings } = await shop({ payment: undefined, ussdPayment: payment })
    for (let time = 0; time < 2; time++) await fill()
    expect(warnings()).toEqual([warned('programmable', 'it is a cart', 'fulfilment: false')])
  })

  it('for each reason', async () => {
    const { dial, fill, warnings } = await shop({ payment: undefined, ussdPayment: payment, secret: undefined })
    await dial()
    await fill()
    expect(warnings()).toMatchObject([{ kind: 'ussd' }, { kind: 'programmable' }])
  })
})

describe('No warning comes', () => {
  it('of payments that are watched', async () => {
    const { dial, fill, warnings } = await shop({})
    await dial()
    await fill()
    expect(warnings()).toEqual([])
  })

  it('of an address that was made for the payment', async () => {
    let own = ''
    const ussd: MerchantWebhooksOptions['ussd'] = (_push, turn) => turn.pay('Approve', { ...sold, callbackUrl: own })
    const lines = linesOf()
    const { app } = await openSessionShop({ store: keptInMemory(), ussd }, { server: { logger: lines.logger } })
    await app.ready()
    own = app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId: 'mine', reference: 'order-1' })
    await post(app, paths.ussd, { ...samples.ussd, SessionId: 'mine' })
    expect(lines.saying('is not watched')).toEqual([])
  })

  it('where the notices are said to be none of this application', async () => {
    const { dial, fill, warnings } = await shop({
      ussdPayment: false,
      fulfilment: false,
      reply: { callbackUrl: elsewhere },
    })
    await dial()
    await fill()
    expect(warnings()).toEqual([])
  })
})
