import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { newDatabase } from '../postgres-shared.ts'
import { dealt } from '../store/dealt.ts'
import { keptInMemory } from '../testing/stores.ts'
import { down, type PayingService, payingService } from './paying-service.ts'
import { expectedOf, failed, idOf, inShort, keepingStores, openShop, openShopInTime, order, reference } from './shop.ts'

const used = (why: string) => ({
  code: 'FMW_CHECKOUT_USED',
  statusCode: 409,
  message:
    `The clientReference order-17 was used before, and ${why}. Look at your order first: it may be paid. ` +
    'Only when its try has failed take another reference for the next, with the next number at its end',
})
const otherTerms = used('it was asked for with another amount or currency')
const over = used('its payment is settled or given up')

/** How many invoices a service was asked for. */
const invoices = ({ received }: PayingService) => received.filter(({ method }) => method === 'POST').length

describe.each(dealt(keepingStores))('a checkout that is created again, on %s', (_name, make, it) => {
  it('has the same invoice while its payment is waited for, from the store', async () => {
    const service = await payingService()
    service.answerWith({
      body: {
        responseCode: '0000',
        status: 'Success',
        message: 'as it says',
        data: {
          checkoutUrl: 'https://pay.example/1',
          checkoutDirectUrl: 'https://pay.example/1/direct',
          checkoutId: 'c1',
          clientReference: reference,
          message: '',
        },
      },
    })
    const shop = await openShop({ store: await make() }, { service })
    const first = await shop.app.merchant.checkout.create({ ...order, currency: 'GHS' })
    service.answerWith(down)
    const second = await shop.app.merchant.checkout.create({ ...order, currency: 'GHS', description: 'The same' })
    expect(second).toEqual(first)
    expect(second).toMatchObject({ checkoutId: 'c1', checkoutUrl: 'https://pay.example/1', isPaidByHand: false })
    expect(invoices(service)).toBe(1)
    expect(await shop.entries('expectedPayment')).toHaveLength(1)
  })

  it('is refused once its payment is settled, and nothing is sent', async () => {
    const shop = await openShop({ store: await make(), reconcile: { after: 0 } })
    shop.service.know(reference, 'Failed')
    await shop.create()
    await shop.until(expectedOf(), 'done')
    await shop.untilTold(1)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(over)
    expect(invoices(shop.service)).toBe(1)
  })

  it.each([
    ['the service is asked', {}, used('the service says paid of it')],
    ['nobody is asked', { confirmWith: false }, over],
  ] as const)('is refused while the handler is told that it was paid, where %s', async (_how, settings, why) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const payment = () => {
      begin()
      return held
    }
    const shop = await openShop({ store: await make(), payment, ...settings })
    const url = await shop.create()
    shop.service.know(reference, 'Settled')
    const pushed = shop.push({}, url)
    await begun
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(why)
    release()
    await pushed
    await shop.until(idOf('paid'), 'done')
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(over)
  })

  it('is refused while the handler that failed waits to be told again', async () => {
    const shop = await openShop({
      store: await make(),
      retry: { minDelay: 60_000 },
      payment: () => Promise.reject(new Error('not now')),
    })
    const url = await shop.create()
    shop.service.know(reference, 'Settled')
    await shop.push({}, url)
    await eventually(async () => ((await shop.app.merchant.inbox.get(idOf('paid')))?.attempts.length ?? 0) > 0)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used('the service says paid of it'))
    expect(invoices(shop.service)).toBe(1)
  })
})

describe('a checkout that is created again', () => {
  it.each([
    ['a part of it went back', { TotalAmountRefunded: 5 }],
    ['its payer disputes it', { Disputed: true }],
  ])('is refused once a callback told that %s', async (_what, fields) => {
    const shop = await openShop({ store: keptInMemory() })
    const url = await shop.create()
    shop.service.know(reference, 'Settled', fields)
    await shop.push({}, url)
    await shop.untilTold(1, 1)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(over)
  })

  it('is given again while it is paid by hand, and refused once it was told', async () => {
    const shop = await openShop({ store: keptInMemory() })
    const checkoutUrl = 'https://pay.example/1'
    const data = { clientReference: reference, checkoutId: 'c1', checkoutUrl, message: '' }
    shop.service.answerWith({ body: { responseCode: '0002', status: 'Success', data } })
    const invoice = await shop.app.merchant.checkout.create(order)
    await shop.until(expectedOf(), 'done')
    expect(await shop.app.merchant.checkout.create(order)).toEqual(invoice)
    expect(invoice).toMatchObject({ isPaidByHand: true, checkoutUrl })
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(1)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(over)
  })

  it('is refused with another amount or currency, and nothing is sent', async () => {
    const shop = await openShop({ store: keptInMemory() })
    const { checkout } = shop.app.merchant
    await checkout.create({ ...order, currency: 'GHS' })
    for (const other of [{ amount: 50.01, currency: 'GHS' }, { currency: 'USD' }, {}]) {
      await expect(checkout.create({ ...order, ...other })).rejects.toMatchObject(otherTerms)
    }
    expect(invoices(shop.service)).toBe(1)
    expect(await shop.entries('expectedPayment')).toHaveLength(1)
  })

  it('is refused once a callback has told what became of it, before the service is asked again', async () => {
    const shop = await openShop({ store: keptInMemory() })
    shop.service.know(reference, 'Failed')
    const url = await shop.create()
    await shop.push(failed, url)
    await shop.untilTold(1, 1)
    await shop.until(expectedOf(), 'waiting')
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(over)
    expect(invoices(shop.service)).toBe(1)
  })

  it('is refused once it was given up', async () => {
    const shop = await openShop({ store: keptInMemory(), reconcile: { after: 0, giveUpAfter: 0 } })
    await shop.create()
    await shop.until(expectedOf(), 'dead')
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(over)
  })
})

describe('a checkout that is created twice at once', () => {
  it('is one call, and one invoice', async () => {
    const shop = await openShopInTime()
    const { checkout } = shop.app.merchant
    const [one, other] = await Promise.all([checkout.create(order), checkout.create({ ...order, currency: undefined })])
    expect(other).toEqual(one)
    expect(invoices(shop.service)).toBe(1)
    // What is over is asked of the store.
    expect(await checkout.create(order)).toEqual(one)
    expect(invoices(shop.service)).toBe(1)
  })

  it('is left by each by its own signal, and goes on', async () => {
    const shop = await openShopInTime()
    const { checkout } = shop.app.merchant
    const stop = new AbortController()
    const left = checkout.create(order, { signal: stop.signal })
    const stays = checkout.create(order, { signal: new AbortController().signal })
    stop.abort('the first customer closed the tab')
    const reason = 'the first customer closed the tab'
    await expect(left).rejects.toMatchObject({ code: 'FMW_CALL_ABORTED', isUncertain: true, cause: reason })
    expect(await stays).toMatchObject({ checkoutId: 'invoice-order-17' })
    expect(invoices(shop.service)).toBe(1)
    expect(await shop.entries('expectedPayment')).toHaveLength(1)
  })

  it('is not sent where its signal had aborted before, and says so', async () => {
    const shop = await openShopInTime()
    const late = shop.app.merchant.checkout.create(order, { signal: AbortSignal.abort('too late') })
    await expect(late).rejects.toMatchObject({
      code: 'FMW_CALL_ABORTED',
      call: 'checkout.create',
      isUncertain: false,
      cause: 'too late',
    })
    expect(invoices(shop.service)).toBe(0)
  })

  it("whose only caller has left goes on too, and its failure is nobody's", async () => {
    const shop = await openShopInTime()
    const { checkout } = shop.app.merchant
    shop.service.answerWith({ body: { responseCode: '4010', status: 'Error', data: null } })
    const stop = new AbortController()
    const left = checkout.create(order, { signal: stop.signal, timeout: 5_000 })
    stop.abort('closed')
    await expect(left).rejects.toMatchObject({ isUncertain: true, cause: 'closed' })
    // Whoever comes meanwhile waits for what was begun.
    await expect(checkout.create(order)).rejects.toMatchObject({ serviceCode: '4010' })
    expect(invoices(shop.service)).toBe(1)
    shop.service.answerWith(undefined)
    expect(await checkout.create(order)).toMatchObject({ checkoutId: 'invoice-order-17' })
  })

  it('fails as one where the service refuses it, and can be created then', async () => {
    const shop = await openShopInTime()
    const { checkout } = shop.app.merchant
    shop.service.answerWith({ body: { responseCode: '4010', status: 'Error', data: null } })
    const both = await Promise.allSettled([checkout.create(order), checkout.create(order)])
    expect(both).toMatchObject([{ reason: { serviceCode: '4010' } }, { reason: { serviceCode: '4010' } }])
    expect(invoices(shop.service)).toBe(1)
    shop.service.answerWith(undefined)
    expect(await checkout.create(order)).toMatchObject({ checkoutId: 'invoice-order-17' })
  })

  it('in two processes has the invoice of the quicker one, which is the one that is waited for', async () => {
    const { shops, release } = await twoProcesses()
    const both = Promise.all(shops.map(({ app }) => app.merchant.checkout.create(order)))
    const [one, other] = await release(both)
    expect(other).toEqual(one)
    const [shop] = shops
    expect(await shop.app.merchant.inbox.get(expectedOf())).toMatchObject({ raw: { checkoutId: one?.checkoutId } })
    expect(await shop.entries('expectedPayment')).toHaveLength(1)
  })

  it('in two processes with two amounts is one of them; the other is refused, and nobody has its page', async () => {
    const { shops, release } = await twoProcesses()
    const both = Promise.allSettled(
      shops.map(({ app }, index) => app.merchant.checkout.create({ ...order, amount: 50 + index })),
    )
    const ends = await release(both)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: otherTerms }])
  })
})

describe('a reference that was not asked for by a checkout of this application', () => {
  const named = used('a push named it before')

  it.each([
    ['as a push says with no address of ours', {}],
    ['as a push says that came to an address of ours', { amount: 50 }],
  ])('is refused while it is waited for, %s, and nothing is sent', async (_how, terms) => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    shop.service.know(reference, 'Pending')
    const isSigned = 'amount' in terms
    const address = isSigned
      ? shop.app.merchant.callbackUrl({ kind: 'checkout', reference, ...terms })
      : 'https://shop.example/checkout'
    const { pathname, search } = new URL(address)
    await shop.push({ Status: 'Pending' }, pathname + search)
    await shop.untilTold(1, 1)
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'waiting']])
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(named)
    expect(invoices(shop.service)).toBe(0)
  })

  it('can be created where the service has no record of it, whatever pushes say of it', async () => {
    const shop = await openShopInTime({ reconcile: { after: 0 } })
    await shop.push()
    await shop.until(idOf('paid'), 'rejected')
    expect(await shop.app.merchant.checkout.create(order)).toMatchObject({ checkoutId: 'invoice-order-17' })
  })
})

it('a reference of which nothing is kept any more, but that it was used, is not sold again', async () => {
  const shop = await openShop({ store: keptInMemory({ finished: 1 }), reconcile: { after: 0 } })
  for (const [index, one] of [reference, 'order-18'].entries()) {
    shop.service.know(one, 'Settled')
    await shop.create(one)
    await shop.untilTold(index + 1)
  }
  await eventually(async () => (await shop.app.merchant.inbox.list({ reference })).entries.length === 0)
  await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(
    used('what became of it is not kept any more'),
  )
  expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid') }, { id: idOf('paid', 'order-18') }])
})

/** Two applications on one database, and a service that answers neither before both have asked. */
async function twoProcesses() {
  const database = await newDatabase(inject('postgresPort'))
  const service = await payingService()
  const held: (() => void)[] = []
  service.answerWith((response) => {
    const number = held.length + 1
    held.push(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(invoice(`c${number}`)))
    })
  })
  const open = () => openShop({ store: postgresStore(database) }, { service })
  const shops = [await open(), await open()] as const
  onTestFinished(() => expect(invoices(service)).toBe(2))
  return {
    shops,
    async release<Ends>(both: Promise<Ends>): Promise<Ends> {
      await eventually(() => held.length === 2)
      for (const answer of held) answer()
      return await both
    },
  }
}

function invoice(checkoutId: string) {
  const data = { checkoutUrl: `https://pay.example/${checkoutId}`, checkoutId, clientReference: reference, message: '' }
  return { responseCode: '0000', status: 'Success', data }
}
