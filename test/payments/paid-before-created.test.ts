import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { keptInMemory } from '../testing/stores.ts'
import { down, type PayingService } from './paying-service.ts'
import { callback, everyStore, expectedOf, idOf, inShort, openShop, openShopInTime, order, reference } from './shop.ts'

const used = (why: string) => ({ code: 'FMW_CHECKOUT_USED', message: expect.stringContaining(why) })
const named = used('a push named it before')

const invoices = ({ received }: PayingService) => received.filter(({ method }) => method === 'POST').length

/** An invoice is made, and whoever wanted it is cut off before its answer. */
const cutOff = (response: { destroy(): void }) => response.destroy()

describe.each(dealt(everyStore))(
  'a reference whose payment was told before it was asked for, on %s',
  (_name, make, it) => {
    it('gets no second page: its invoice was made, and nobody knew of it', async () => {
      const shop = await openShop({ store: await make() })
      shop.service.answerWith(cutOff)
      await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject({ isUncertain: true })
      shop.service.answerWith(undefined)
      shop.service.know(reference, 'Settled')
      await shop.push()
      await shop.untilTold(1)
      expect(shop.told.map(inShort)).toMatchObject([
        { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: [] },
      ])
      await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(named)
      expect(invoices(shop.service)).toBe(1)
    })

    it('gets no page where it is told while its invoice is made', async () => {
      const shop = await openShop({ store: await make() })
      const { promise: held, resolve: hold } = Promise.withResolvers<() => void>()
      shop.service.answerWith((response) => hold(() => response.end(JSON.stringify(invoice))))
      const creating = Promise.allSettled([shop.app.merchant.checkout.create(order)])
      const release = await held
      shop.service.answerWith(undefined)
      shop.service.know(reference, 'Settled')
      await shop.push()
      await shop.untilTold(1)
      release()
      expect(await creating).toMatchObject([{ status: 'rejected', reason: named }])
      expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), needsReview: ['unexpected'] }])
    })

    it('gets no page where a push does not say how it ended, and the service cannot be asked', async () => {
      const shop = await openShop({ store: await make() })
      shop.service.answerWith(down)
      await shop.push({ Status: 'Weird' })
      await eventually(async () => (await shop.app.merchant.inbox.count({ states: 'waiting' })).waiting === 1)
      const { checkout } = shop.app.merchant
      await expect(checkout.create(order)).rejects.toMatchObject(used('which the service cannot be asked: '))
      expect(invoices(shop.service)).toBe(0)
      shop.service.answerWith(undefined)
      expect(await checkout.create(order)).toMatchObject({ checkoutId: 'invoice-order-17' })
    })

    it('gets no page where such a push comes while its invoice is made, before the service can be asked again', async () => {
      const shop = await openShop({ store: await make() })
      const { promise: held, resolve: hold } = Promise.withResolvers<() => void>()
      shop.service.answerWith((response) => hold(() => response.end(JSON.stringify(invoice))))
      const creating = Promise.allSettled([shop.app.merchant.checkout.create(order)])
      const release = await held
      shop.service.answerWith(down)
      await shop.push({ Status: 'Weird' })
      await eventually(async () => (await shop.app.merchant.inbox.count({ states: 'waiting' })).waiting === 1)
      release()
      expect(await creating).toMatchObject([
        { status: 'rejected', reason: used('which the service cannot be asked: ') },
      ])
      shop.service.answerWith(undefined)
      expect(await shop.app.merchant.checkout.create(order)).toMatchObject({ checkoutId: invoice.data.checkoutId })
      expect(invoices(shop.service)).toBe(1)
    })

    it('gets no second page where the service alone knows of its invoice', async () => {
      const shop = await openShop({ store: await make() })
      shop.service.answerWith(cutOff)
      await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject({ isUncertain: true })
      shop.service.answerWith(undefined)
      shop.service.know(reference, 'Settled')
      await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used('the service says paid of it'))
      expect(invoices(shop.service)).toBe(1)
    })
  },
)

describe('a checkout whose creation was cut off', () => {
  async function openCutOff() {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 100_000 } })
    shop.service.answerWith(cutOff)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject({ isUncertain: true })
    shop.service.answerWith(undefined)
    return shop
  }

  it('is told where it was paid, though nobody creates it again and no callback comes', async () => {
    const shop = await openCutOff()
    shop.service.know(reference, 'Settled')
    await shop.passing(500, () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
  })

  it('can be created again, and is told once, by what was asked for', async () => {
    const shop = await openCutOff()
    expect(await shop.app.merchant.checkout.create(order)).toMatchObject({ checkoutId: 'invoice-order-17' })
    shop.service.know(reference, 'Settled', { TransactionAmount: 49 })
    await shop.passing(500, async () => (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'))
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['underpaid'] }])
  })

  it('is given up in silence where nobody paid it', async () => {
    const shop = await openCutOff()
    await shop.passing(5_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told).toEqual([])
    expect(shop.givenUp).toEqual([])
  })
})

it('a reference of which nobody could say what became of its push is not created', async () => {
  const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 2_000 } })
  shop.service.answerWith(down)
  await shop.push()
  await shop.passing(500, () => shop.told.length === 1)
  await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(named)
})

describe('a checkout whose reference a push claims to be paid', () => {
  it('is not created while the claim is true and not told yet', async () => {
    const shop = await openShopInTime()
    const release = await claimUnanswered(shop)
    shop.service.know(reference, 'Settled')
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used('the service says paid of it'))
    release()
    expect(invoices(shop.service)).toBe(0)
  })

  it('is not created while the claim is open and the service cannot be asked', async () => {
    const shop = await openShopInTime()
    const release = await claimUnanswered(shop)
    shop.service.answerWith(down)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(
      used('it may be paid, which the service cannot be asked: '),
    )
    release()
    expect(invoices(shop.service)).toBe(0)
  })

  it('is created while the claim is open and the service knows of no payment', async () => {
    const shop = await openShopInTime()
    await shop.push()
    await shop.until(idOf('paid'), 'waiting')
    expect(await shop.app.merchant.checkout.create(order)).toMatchObject({ checkoutId: 'invoice-order-17' })
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'waiting']])
  })

  it('is judged by what was asked for where it was asked for meanwhile', async () => {
    const shop = await openShopInTime()
    const release = await claimUnanswered(shop)
    await shop.app.merchant.checkout.create(order)
    shop.service.know(reference, 'Settled', { TransactionAmount: 49 })
    release()
    await shop.passing(1_000, () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['underpaid'] }])
  })
})

it('a result with an identity of your own counts as told too', async () => {
  const shop = await openShop({
    store: keptInMemory(),
    checkout: { identity: ({ clientReference, outcome }) => `order ${clientReference} ${outcome}` },
    confirmWith: false,
  })
  await shop.push()
  await shop.untilTold(1)
  shop.service.know(reference, 'Settled')
  await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used('the service says paid of it'))
  expect(invoices(shop.service)).toBe(0)
})

/** A callback that is asked about, and no answer comes before it is released. */
async function claimUnanswered(shop: Awaited<ReturnType<typeof openShopInTime>>) {
  const { promise: held, resolve: hold } = Promise.withResolvers<() => void>()
  shop.service.answerWith((response) => hold(() => response.destroy()))
  await shop.push(callback().Data)
  const release = await held
  await eventually(async () => (await shop.app.merchant.inbox.count()).running === 1)
  shop.service.answerWith(undefined)
  return release
}

const invoice = {
  responseCode: '0000',
  status: 'Success',
  data: { checkoutUrl: 'https://pay.example/2', checkoutId: 'c2', clientReference: reference, message: '' },
}
