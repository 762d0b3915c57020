import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { readThrough } from '../testing/stores.ts'
import { down } from './paying-service.ts'
import { callback, failed, idOf, inShort, openShop, openShopInTime, reference } from './shop.ts'

const open = () => openShop({ store: memoryStore() })
const status = async (shop: Awaited<ReturnType<typeof open>>, fields: object, url = '/checkout') =>
  (await post(shop.app, url, callback({ ...fields }))).statusCode

describe('with a store that keeps nothing, a callback is answered', () => {
  it('after the handler was told what the service says', async () => {
    const shop = await open()
    shop.service.know(reference, 'Settled')
    expect(await status(shop, {})).toBe(200)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
  })

  it('after the handler of what the service says in its place', async () => {
    const shop = await open()
    shop.service.know(reference, 'Settled')
    expect(await status(shop, failed)).toBe(200)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
    expect(shop.app.merchant.counts.checkout).toMatchObject({ accepted: 1, rejected: 1, handled: 1 })
  })

  it('after the handler of another payment than it seemed, in whatever lane that stands', async () => {
    const shop = await open()
    shop.service.know(reference, 'Settled')
    expect(await status(shop, { ClientReference: undefined })).toBe(200)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
  })

  it('with 500 where that handler fails, so that it comes again', async () => {
    let isBroken = true
    const told: string[] = []
    const shop = await openShop({
      store: memoryStore(),
      payment: ({ outcome }) => {
        if (isBroken) throw new Error('the database is down')
        told.push(outcome)
      },
    })
    shop.service.know(reference, 'Settled')
    expect(await status(shop, failed)).toBe(500)
    isBroken = false
    expect(await status(shop, {})).toBe(200)
    expect(told).toEqual(['paid'])
  })

  it('with 500 where that handler fails in another lane', async () => {
    const shop = await openShop({
      store: memoryStore(),
      payment: () => {
        throw new Error('the database is down')
      },
    })
    shop.service.know(reference, 'Settled')
    expect(await status(shop, { ClientReference: undefined })).toBe(500)
    expect(await status(shop, { ClientReference: undefined })).toBe(500)
    expect(await shop.entries()).toContainEqual([idOf('paid'), 'dead'])
  })

  it('as that handler ended, although it had ended before anybody could wait for it', async () => {
    let isBroken = true
    const payment = () => {
      if (isBroken) throw new Error('the database is down')
    }
    // Whoever looks for what is told finds it over.
    const store = readThrough(memoryStore(), async (id, read) => {
      const entry = await read()
      if (id === idOf('paid') && entry !== undefined) await eventually(async () => (await read())?.finishedAt != null)
      return await read()
    })
    const shop = await openShop({ store, payment })
    shop.service.know(reference, 'Settled')
    expect(await status(shop, { ClientReference: undefined })).toBe(500)
    isBroken = false
    expect(await status(shop, { ClientReference: undefined })).toBe(200)
  })

  it('after that handler although its entry is forgotten by then', async () => {
    const shop = await openShop({ store: memoryStore({ finished: 1 }) })
    shop.service.know(reference, 'Settled')
    expect(await status(shop, { ClientReference: undefined })).toBe(200)
    expect(shop.told).toHaveLength(1)
  })

  it('with 500 while the service cannot be reached, and is told when it comes again', async () => {
    const shop = await open()
    shop.service.know(reference, 'Settled')
    shop.service.answerWith(down)
    expect(await status(shop, {})).toBe(500)
    expect(shop.told).toEqual([])
    shop.service.answerWith(undefined)
    expect(await status(shop, {})).toBe(200)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
  })

  it('with 500 although it says other things than one before it of which the service knows nothing final yet', async () => {
    const clock = manualClock()
    const shop = await openShopInTime({ store: memoryStore({ clock }) }, { clock })
    shop.service.know(reference, 'Pending')
    expect(await status(shop, {})).toBe(500)
    clock.advance(1_000)
    expect(await status(shop, { Amount: 51 })).toBe(500)
    shop.service.know(reference, 'Settled')
    await shop.passing(1_000, () => shop.told.length > 0)
    expect(await status(shop, { Amount: 51 })).toBe(200)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
  })

  it('although it was not believed; when it comes again it is looked into again', async () => {
    const shop = await open()
    shop.service.know(reference, 'Failed')
    expect(await status(shop, {})).toBe(200)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('failed') }])
    shop.service.know(reference, 'Settled')
    expect(await status(shop, {})).toBe(200)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('failed') }, { id: idOf('paid'), outcome: 'paid' }])
    expect(await status(shop, {})).toBe(200)
    expect(shop.told).toHaveLength(2)
  })

  it('once, when it comes many times at once with other facts', async () => {
    const shop = await open()
    shop.service.know(reference, 'Settled')
    const answers = await Promise.all([50, 51, 52, 50, 51].map((Amount) => status(shop, { Amount })))
    expect(answers).toEqual([200, 200, 200, 200, 200])
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), amountMinor: 5_000 }])
  })

  it('after its own handler, where the push that it contradicts was not believed and is forgotten', async () => {
    const shop = await openShop({ store: memoryStore({ finished: 1 }) })
    shop.service.know(reference, 'Failed')
    expect(await status(shop, {})).toBe(200)
    shop.service.know(reference, 'Settled')
    expect(await status(shop, { CustomerPhoneNumber: '0000000000' })).toBe(200)
    expect(shop.told.map(inShort).map(({ outcome }) => outcome)).toEqual(['failed', 'paid'])
  })

  it('with 200 for what was told, and is forgotten, although nobody has said it in these words', async () => {
    const shop = await openShop({ store: memoryStore({ finished: 1 }) })
    shop.service.know(reference, 'Settled')
    shop.service.know('other', 'Settled')
    expect(await status(shop, {})).toBe(200)
    expect(await status(shop, { ClientReference: 'other' })).toBe(200)
    // These are the facts as the service has them.
    expect(await status(shop, { CustomerPhoneNumber: '0000000000' })).toBe(200)
    expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('paid'), idOf('paid', 'other')])
  })

  it('with 200 for what is done, when what was done is forgotten: a forged one does not have it told for each of its amounts', async () => {
    const shop = await openShop({ store: memoryStore({ finished: 1 }) })
    shop.service.know(reference, 'Settled')
    shop.service.know('other', 'Settled')
    expect(await status(shop, { CustomerPhoneNumber: '0000000000' })).toBe(200)
    expect(await status(shop, { ClientReference: 'other', CustomerPhoneNumber: '0000000000' })).toBe(200)
    for (const Amount of [51, 52, 53]) expect(await status(shop, { Amount })).toBe(200)
    expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('paid'), idOf('paid', 'other')])
  })
})

describe('with a store that keeps nothing', () => {
  it('a payment whose callback is lost is found while the application runs', async () => {
    const shop = await openShopInTime({ store: memoryStore(), reconcile: { after: 0 } })
    shop.service.know(reference, 'Settled')
    await shop.create()
    await eventually(() => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
  })
})
