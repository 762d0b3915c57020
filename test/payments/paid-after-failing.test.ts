import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { down, payingService } from './paying-service.ts'
import {
  expectedOf,
  failed,
  idOf,
  inShort,
  openShop,
  openShopInTime,
  reference,
  type ShopInTime,
  sqliteFile,
} from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const followedOf = (of = reference) => `${expectedOf(of)}|failed`

/** Moves time on until nothing of it is asked about any more, and gives the ages at which the service was asked, ms. */
async function agesOfQuestions({ app, clock, service }: ShopInTime): Promise<readonly number[]> {
  const since = clock.now()
  const before = service.questions().length
  const ages: number[] = []
  await eventually(async () => {
    const { entries } = await app.merchant.inbox.list({ kinds: 'expectedPayment', states: ['waiting', 'running'] })
    const asked = service.questions().length - before
    for (let times = ages.length; times < asked; times++) ages.push(clock.now() - since)
    if (entries.length === 0) return true
    const due = entries.map(({ state, dueAt }) => (state === 'running' ? 0 : (dueAt?.getTime() ?? 0)))
    clock.advance(Math.max(Math.min(...due) - clock.now(), 0))
    return false
  })
  return ages
}

/** A shop that was told so of its only invoice, by a callback. */
async function failing(status = 'Failed', options = {}): Promise<ShopInTime> {
  const shop = await openShopInTime(options)
  const url = await shop.create()
  shop.service.know(reference, status)
  await shop.push({ ...failed, Status: status }, url)
  await shop.untilTold(1, 1)
  return shop
}

describe('a second try that is paid, whose callback is lost', () => {
  it.each(['Failed', 'Cancelled'])('is told once where a callback told of the first as %s', async (status) => {
    const shop = await failing(status)
    shop.service.know(reference, 'Settled')
    await shop.passing(minute, () => shop.told.length > 1)
    await shop.passing(minute, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf(status.toLowerCase()) },
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: [], amountMinor: 5_000 },
    ])
    expect(shop.told[1]?.event).toMatchObject({ clientReference: reference, checkoutId: 'invoice-order-17' })
    expect(shop.told.length).toBe(2)
    // Since another end was told, the answer that says otherwise is asked for twice.
    expect(shop.service.questions().length).toBe(3)
  })

  it('is told where the callback of the first was lost too', async () => {
    const shop = await openShopInTime()
    await shop.create()
    shop.service.know(reference, 'Failed')
    await shop.passing(minute, () => shop.told.length > 0)
    shop.service.know(reference, 'Settled')
    await shop.passing(minute, () => shop.told.length > 1)
    expect(shop.told.map(inShort).map(({ id }) => id)).toEqual([idOf('failed'), idOf('paid')])
    await shop.until(followedOf(), 'done')
    expect(shop.service.questions().length).toBe(3)
  })

  it('is held against what was asked for', async () => {
    const shop = await failing()
    shop.service.know(reference, 'Settled', { TransactionAmount: 6 })
    await shop.passing(minute, () => shop.told.length > 1)
    expect(shop.told.map(inShort)[1]).toMatchObject({ outcome: 'undetermined', needsReview: ['underpaid'] })
  })

  it('is told where the next reference of the order was asked for meanwhile', async () => {
    const shop = await failing()
    await shop.create('order-17-2')
    shop.service.know(reference, 'Settled')
    shop.service.know('order-17-2', 'Settled')
    await shop.passing(minute, () => shop.told.length > 2)
    expect(shop.told.map(inShort).map(({ id, needsReview }) => [id, needsReview])).toEqual([
      [idOf('failed'), []],
      [idOf('paid', 'order-17-2'), []],
      [idOf('paid'), []],
    ])
  })

  it('is told after a restart', async () => {
    const store = sqliteFile()
    const first = await openShop({ store: sqliteHere(store), reconcile: { after: 1, giveUpAfter: 30_000 } })
    first.service.know(reference, 'Failed')
    const url = await first.create()
    await first.push(failed, url)
    await first.untilTold(1)
    await first.app.close()
    first.service.know(reference, 'Settled')
    const parts = { service: first.service }
    const second = await openShop({ store: sqliteHere(store), reconcile: { after: 1, giveUpAfter: 30_000 } }, parts)
    await eventually(() => second.told.length > 0)
    expect(second.told.map(inShort).map(({ id }) => id)).toEqual([idOf('paid')])
  })
})

describe('a payment that failed, and stays so', () => {
  it('is asked about five times in three days, and told no more', async () => {
    const shop = await failing()
    const ages = await agesOfQuestions(shop)
    expect(ages.map((age) => age / minute)).toEqual([16.875, 67.5, 270, 1_080, 4_320])
    expect(shop.told.map(inShort).map(({ id }) => id)).toEqual([idOf('failed')])
    expect(shop.givenUp).toEqual([])
    expect(await shop.entries('expectedPayment')).toEqual([
      [expectedOf(), 'done'],
      [followedOf(), 'done'],
    ])
  })

  it('is asked about first after reconcile.after, also where that is nearly as long', async () => {
    const ages = await agesOfQuestions(await failing('Failed', { reconcile: { after: hour, giveUpAfter: hour } }))
    expect(ages.map((age) => age / minute)).toEqual([60])
  })

  it.each(['Pending', 'Parked', 'Cancelled'])(
    'is asked about no more often, nor told, while the service says %s',
    async (status) => {
      const shop = await failing()
      shop.service.know(reference, status)
      expect((await agesOfQuestions(shop)).length).toBe(5)
      expect([shop.told.length, shop.givenUp]).toEqual([1, []])
    },
  )

  it('is asked about by one entry, however many callbacks tell of it', async () => {
    const shop = await failing()
    for (const CheckoutId of ['a', 'b', 'c']) await shop.push({ ...failed, CheckoutId })
    await shop.untilTold(1, 1)
    expect(await shop.entries('expectedPayment')).toEqual([
      [expectedOf(), 'waiting'],
      [followedOf(), 'waiting'],
    ])
  })

  it('is given up without a word where nobody can be asked', async () => {
    const shop = await failing()
    shop.service.answerWith(down)
    await shop.passing(hour, async () => (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'))
    expect([shop.told.length, shop.givenUp]).toEqual([1, []])
  })

  it('is asked about again an hour at most after nobody could be asked', async () => {
    const shop = await failing()
    shop.service.answerWith(down)
    await shop.passing(minute, () => shop.service.questions().length > 3)
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Settled')
    const since = shop.clock.now()
    await shop.passing(minute, () => shop.told.length > 1)
    expect(shop.clock.now() - since).toBeLessThanOrEqual(hour + minute)
  })

  it('is not asked about any more once a callback told of the second try', async () => {
    const shop = await failing()
    shop.service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(2, 1)
    const asked = shop.service.questions().length
    await shop.passing(minute, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.service.questions().length).toBe(asked)
    expect(shop.told.length).toBe(2)
  })

  it('is asked about at once when somebody asks for it again', async () => {
    const shop = await failing()
    await agesOfQuestions(shop)
    shop.service.know(reference, 'Settled')
    await shop.app.merchant.inbox.replay(followedOf())
    await eventually(() => shop.told.length > 1)
    expect(shop.told.map(inShort)[1]).toMatchObject({ id: idOf('paid'), needsReview: [] })
  })
})

describe('a second try that is paid, where an unsigned push told of the first before the signed one', () => {
  it.each([
    ['failed', failed],
    ['pending', { Status: 'Pending', Amount: 0 }],
  ])('is held against what its address says after one that says %s', async (_what, unsigned) => {
    for (const [amount, ...end] of [
      [50, 'paid', []],
      [6, 'undetermined', ['underpaid']],
    ] as const) {
      const service = await payingService()
      const shop = await openShopInTime({ client: undefined, confirmWith: service.client() }, { service })
      const whose = { kind: 'checkout', reference, amount: 50 } as const
      const { pathname, search } = new URL(shop.app.merchant.callbackUrl(whose))
      service.know(reference, 'Failed')
      await shop.push(unsigned)
      await shop.untilTold(1)
      await shop.push(failed, pathname + search)
      await shop.untilTold(2)
      service.know(reference, 'Settled', { TransactionAmount: amount })
      await shop.passing(minute, async () =>
        (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
      )
      await shop.untilTold(3)
      expect(shop.told.map(({ event }) => [event.outcome, event.needsReview])).toEqual([
        ['failed', ['unexpected']],
        ['failed', []],
        end,
      ])
      expect(shop.told[2]?.event.signed).toMatchObject({ reference, amountMinor: 5_000 })
    }
  })
})
