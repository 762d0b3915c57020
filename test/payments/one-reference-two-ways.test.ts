import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import type { MerchantWebhooksOptions } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { keptInMemory } from '../testing/stores.ts'
import { everyStore, openShop, order, reference, type Shop } from './shop.ts'

const used = { code: 'FMW_CHECKOUT_USED' }
const terms = { kind: 'ussdPayment', reference, amount: 50 } as const
const again = (kind: string) => [kind, 'undetermined', ['paidOtherWay']]
const plain = (kind: string) => [kind, 'paid', []]
const told = ({ told: all }: Shop) => all.map(({ event }) => [event.kind, event.outcome, event.needsReview])

function addressOf({ app }: Shop, sessionId = 'one'): string {
  const { pathname, search } = new URL(app.merchant.callbackUrl({ ...terms, sessionId }))
  return pathname + search
}

/** What a session asked for is paid: by money of its own. */
async function payInSession(shop: Shop, id = 'tea', address = addressOf(shop)): Promise<void> {
  const { app, service } = shop
  service.know(id, 'Settled', { StartDate: new Date(Date.now() + 1_000).toISOString() })
  const Data = { Amount: 50, TransactionId: `t-${id}` }
  const notice = { ResponseCode: '0000', Message: 'success', Data }
  expect((await post(app, address, notice)).statusCode).toBe(200)
}

async function payCheckout(shop: Shop, url: string): Promise<void> {
  shop.service.know(reference, 'Settled')
  await shop.push({}, url)
}

describe.each(dealt(everyStore))(
  'one reference that is asked for as a checkout and in a session, on %s',
  (_name, make, it) => {
    it('has no page after it was paid in the session', async () => {
      const shop = await openShop({ store: await make() })
      await payInSession(shop)
      await shop.untilTold(1)
      await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used)
      expect(shop.service.invoiceOf(reference)).toBeUndefined()
    })

    it('has its page no more, and its money is told as paid twice', async () => {
      const shop = await openShop({ store: await make() })
      const url = await shop.create()
      const address = addressOf(shop)
      await payInSession(shop, 'tea', address)
      await shop.untilTold(1, 1)
      await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used)
      await payCheckout(shop, url)
      await shop.untilTold(2, 1)
      expect(told(shop)).toEqual([plain('ussdPayment'), again('checkout')])
      await payCheckout(shop, url)
      await payInSession(shop, 'tea', address)
      await shop.untilTold(2, 1)
      expect(shop.told).toHaveLength(2)
    })

    it('is told as paid twice where the session comes second', async () => {
      const shop = await openShop({ store: await make() })
      await payCheckout(shop, await shop.create())
      await shop.untilTold(1, 1)
      await payInSession(shop)
      await shop.untilTold(2, 1)
      expect(told(shop)).toEqual([plain('checkout'), again('ussdPayment')])
    })

    it('is plainly paid in the session once the checkout was told as refunded', async () => {
      const shop = await openShop({ store: await make() })
      const url = await shop.create()
      await payCheckout(shop, url)
      await shop.untilTold(1, 1)
      shop.service.know(reference, 'Refunded')
      await shop.push({ Status: 'Refunded' }, url)
      await shop.untilTold(2, 1)
      await payInSession(shop)
      await shop.untilTold(3, 1)
      expect(told(shop)).toEqual([plain('checkout'), ['checkout', 'refunded', []], plain('ussdPayment')])
    })

    it('is plainly paid once where both are paid at one moment', async () => {
      const shop = await openShop({ store: await make() })
      const url = await shop.create()
      await Promise.all([payCheckout(shop, url), payInSession(shop)])
      await shop.untilTold(2, 1)
      expect(
        told(shop)
          .map(([, outcome, why]) => [outcome, why])
          .toSorted(),
      ).toEqual([
        ['paid', []],
        ['undetermined', ['paidOtherWay']],
      ])
    })
  },
)

it('one reference of many sessions is many payments', async () => {
  const shop = await openShop({ store: keptInMemory() })
  await payInSession(shop, 'tea')
  await payInSession(shop, 'rice', addressOf(shop, 'two'))
  await shop.untilTold(2)
  expect(told(shop)).toEqual([plain('ussdPayment'), plain('ussdPayment')])
})

it('a payment of a session that failed takes no page away', async () => {
  const shop = await openShop({ store: keptInMemory() })
  shop.service.know('tea', 'Failed')
  const Data = { Amount: 0, TransactionId: 't-tea' }
  await post(shop.app, addressOf(shop), { ResponseCode: '2001', Message: 'failed', Data })
  await shop.untilTold(1)
  await payCheckout(shop, await shop.create())
  await shop.untilTold(2, 1)
  expect(told(shop).at(-1)).toEqual(plain('checkout'))
})

it('a checkout that nobody told of is found, and told as paid twice, after its session was paid', async () => {
  const shop = await openShop({ store: keptInMemory(), reconcile: { after: 0 } })
  await shop.create()
  await payInSession(shop)
  await shop.untilTold(1, 1)
  shop.service.know(reference, 'Settled')
  await shop.untilTold(2)
  expect(told(shop)).toEqual([plain('ussdPayment'), again('checkout')])
})

describe('one reference where callbacks are told as they come', () => {
  const settings: MerchantWebhooksOptions = { confirmWith: false }

  it.each([settings, { client: undefined }])('is told as paid twice: %j', async (options) => {
    const shop = await openShop({ store: keptInMemory(), ...options })
    const { pathname, search } = new URL(shop.app.merchant.callbackUrl({ kind: 'checkout', reference, amount: 50 }))
    await payInSession(shop)
    await shop.untilTold(1)
    await shop.push({}, pathname + search)
    await shop.untilTold(2)
    expect(told(shop)).toEqual([plain('ussdPayment'), again('checkout')])
  })

  it('has no page after it was paid in the session', async () => {
    const shop = await openShop({ store: keptInMemory(), ...settings })
    await payInSession(shop)
    await shop.untilTold(1)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used)
  })
})

describe('one reference that is asked for as a checkout and as a cart', () => {
  const programmable = conversation((talk) => talk.pay('Pay', { name: 'Tea', quantity: 1, price: 50, reference }))

  /** A cart is sent to the checkout, and paid. @returns tells of it again, with an end of its own */
  async function payCart(app: FastifyInstance): Promise<(status: string) => Promise<unknown>> {
    const caller = phone(app, { mobile: '+233000000000', kind: 'programmable', channel: 'ussd' })
    await caller.dial('*713#')
    const tell = async (Status: string) => {
      const Payment = { IsSuccessful: Status !== 'Failed', AmountPaid: 50 }
      const OrderInfo = { Status, Payment, CustomerMobileNumber: '+233000000000' }
      await post(app, '/fulfilment', { SessionId: caller.sessionId, OrderId: 'o-1', OrderInfo })
    }
    await tell('Paid')
    return tell
  }

  it('has no page after the cart was paid', async () => {
    const shop = await openShop({ store: keptInMemory(), programmable })
    await payCart(shop.app)
    await shop.untilTold(1)
    expect(told(shop)).toEqual([['fulfilment', 'paid', ['unconfirmable']]])
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used)
  })

  it('stays paid where a notice that anybody may have sent says that the cart failed', async () => {
    const shop = await openShop({ store: keptInMemory(), programmable })
    const url = await shop.create()
    const tell = await payCart(shop.app)
    await shop.untilTold(1, 1)
    await tell('Failed')
    await shop.untilTold(2, 1)
    expect(told(shop).at(-1)).toEqual(['fulfilment', 'failed', ['contradicted']])
    await tell('Paid')
    await expect(shop.app.merchant.checkout.create({ ...order })).rejects.toMatchObject(used)
    await payCheckout(shop, url)
    await shop.untilTold(3, 1)
    expect(told(shop).at(-1)).toEqual(again('checkout'))
  })

  it('is free once the cart was refunded', async () => {
    const shop = await openShop({ store: keptInMemory(), programmable })
    const tell = await payCart(shop.app)
    await shop.untilTold(1)
    await tell('Refunded')
    await shop.untilTold(2)
    await payCheckout(shop, await shop.create())
    await shop.untilTold(3, 1)
    expect(told(shop).at(-1)).toEqual(plain('checkout'))
  })

  it('is told as paid twice, whichever comes second', async () => {
    const one = await openShop({ store: keptInMemory(), programmable })
    const url = await one.create()
    await payCart(one.app)
    await one.untilTold(1, 1)
    await payCheckout(one, url)
    await one.untilTold(2, 1)
    expect(told(one).at(-1)).toEqual(again('checkout'))
    const other = await openShop({ store: keptInMemory(), programmable })
    await payCheckout(other, await other.create())
    await other.untilTold(1, 1)
    await payCart(other.app)
    await other.untilTold(2, 1)
    expect(told(other).at(-1)).toEqual(['fulfilment', 'undetermined', ['paidOtherWay']])
  })
})
