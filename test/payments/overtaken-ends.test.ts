import { describe, expect, it } from 'vitest'
import type { MerchantWebhooksOptions, PaymentHandler, Store } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { keptInMemory } from '../testing/stores.ts'
import { failed, idOf, keepingStores, openShop, openShopInTime, reference, type Shop, sqliteFile } from './shop.ts'

const stores = [...keepingStores, ['memory', async () => keptInMemory()] as const]
const cancelled = { Status: 'Cancelled', Amount: 0 }

/** Time that passes by hand, on a calendar that may be behind, as that of another process is. */
function lagging() {
  const manual = manualClock()
  const clock = {
    behind: 0,
    now: () => manual.now() - clock.behind,
    monotonic: () => manual.monotonic(),
    after: (ms: number, callback: () => void) => manual.after(ms, callback),
    advance: (ms: number) => manual.advance(ms),
    get pending() {
      return manual.pending
    },
  }
  return clock
}

type Told = readonly [id: string, outcome: string, needsReview: readonly string[]]

/** A shop that writes down what it was told of a payment. */
async function openWriting(store: Store, onTold: (shop: Shop, times: number) => void = () => undefined) {
  const told: Told[] = []
  const payment: PaymentHandler = ({ outcome, needsReview }, { entryId }) => {
    told.push([entryId, outcome, needsReview])
    onTold(shop, told.length)
  }
  const options: MerchantWebhooksOptions = { store, payment }
  const shop = await openShop(options)
  return { shop, told, url: await shop.create() }
}

/**
 * Two callbacks stand in line. What the service says of the first is put behind the second, of which it says otherwise by
 * the time that it is asked. The handler may change what is said after it was told.
 */
async function crossing(
  store: Store,
  says: readonly [first: string, second: string, third?: string],
  second: Readonly<Record<string, unknown>>,
) {
  const [first, then, third] = says
  const { shop, told, url } = await openWriting(store, (open, times) => {
    if (third !== undefined && times === 1) open.service.know(reference, third)
  })
  const answer = shop.service.holdNext()
  await shop.push(cancelled, url)
  await eventually(() => shop.service.questions().length === 1)
  await shop.push(second, url)
  shop.service.know(reference, first)
  answer()
  shop.service.know(reference, then)
  await shop.reached(async () => {
    const after = (await shop.entries('expectedPayment')).filter(([id]) => id.includes(' after '))
    return after.length === 1 && after.every(([, state]) => state === 'done')
  })
  await shop.untilTold(0, 1)
  return { shop, told, url }
}

describe.each(dealt(stores))(
  'an end that was found out before another was told, and stands behind it, on %s',
  (_name, make, it) => {
    it('is not told where it failed and was paid since', async () => {
      const { shop, told } = await crossing(await make(), ['Failed', 'Paid'], {})
      expect(told).toEqual([[idOf('paid'), 'paid', []]])
      expect(await shop.entries()).toEqual([
        [idOf('cancelled'), 'rejected'],
        [idOf('failed'), 'done'],
        [idOf('paid'), 'done'],
      ])
    })

    it('is told once more where the service says so still, as contradicted', async () => {
      const { told } = await crossing(await make(), ['Failed', 'Paid', 'Failed'], {})
      expect(told).toEqual([
        [idOf('paid'), 'paid', []],
        [idOf('failed|2'), 'failed', ['contradicted']],
      ])
    })

    it('is not told where it was paid and went back since', async () => {
      const { told } = await crossing(await make(), ['Paid', 'Refunded'], { Status: 'Refunded' })
      expect(told).toEqual([[idOf('refunded'), 'refunded', []]])
    })

    it('is not lost where it is paid: the service is asked which it is', async () => {
      const { told } = await crossing(await make(), ['Paid', 'Failed', 'Paid'], failed)
      expect(told).toEqual([
        [idOf('failed'), 'failed', ['contradicted']],
        [idOf('paid|2'), 'paid', []],
      ])
    })

    it('is handed to the handler where a person asks for it, as contradicted, and what is true is told after it', async () => {
      const { shop, told, url } = await crossing(await make(), ['Failed', 'Paid'], {})
      for (const time of [2, 3]) {
        await shop.app.merchant.inbox.replay(idOf('failed'))
        await eventually(() => told.length === time)
        await shop.untilTold(0, 1)
      }
      await shop.push({}, url)
      await eventually(() => told.length === 4)
      expect(told.slice(1)).toEqual([
        [idOf('failed'), 'failed', ['contradicted']],
        [idOf('failed'), 'failed', ['contradicted']],
        [idOf('paid|2'), 'paid', ['contradicted']],
      ])
    })
  },
)

describe('an end that was told, and is asked for again by a person', () => {
  it('is contradicted where another was found out later, and plain where it is the last', async () => {
    const { shop, told, url } = await openWriting(sqliteHere(sqliteFile()))
    for (const [status, push] of [
      ['Failed', failed],
      ['Paid', {}],
    ] as const) {
      shop.service.know(reference, status)
      const times = told.length
      await shop.push(push, url)
      await eventually(() => told.length > times)
      await shop.untilTold(0, 1)
    }
    for (const end of ['failed', 'paid']) {
      const times = told.length
      await shop.app.merchant.inbox.replay(idOf(end))
      await eventually(() => told.length > times)
    }
    expect(told.slice(2)).toEqual([
      [idOf('failed'), 'failed', ['contradicted']],
      [idOf('paid'), 'paid', []],
    ])
  })
})

describe('an answer that comes when another end stands which was asked for later', () => {
  const after = 300_000

  it.each([
    ['asks about the other end', 'asking'],
    ['gets the answer', 'answered'],
    ['does nothing of both', 'never'],
  ])('is not told where the clock of the process that %s is behind', async (_which, behindWhen) => {
    const clock = lagging()
    const shop = await openShopInTime({}, { clock })
    const url = await shop.create()
    const answer = shop.service.holdNext()
    shop.clock.advance(after)
    await eventually(() => shop.service.questions().length === 1)
    if (behindWhen === 'asking') clock.behind = 60_000
    shop.clock.advance(1)
    shop.service.know(reference, 'Paid')
    await shop.push({}, url)
    await eventually(() => shop.told.length === 1)
    if (behindWhen === 'answered') clock.behind = 60_000
    shop.service.know(reference, 'Failed')
    answer()
    shop.service.know(reference, 'Paid')
    await shop.passing(10_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('paid')])
  })

  it('is not given up: it was told as paid while the service was asked the last time', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 10_000 } })
    const url = await shop.create()
    shop.service.know(reference, 'Pending')
    const until = shop.clock.now() + 9_999
    await shop.passing(500, () => shop.clock.now() >= until - 499)
    const asked = shop.service.questions().length
    const answer = shop.service.holdNext()
    await shop.passing(500, () => shop.clock.now() > until && shop.service.questions().length > asked)
    shop.service.know(reference, 'Paid')
    await shop.push({}, url)
    await eventually(() => shop.told.length === 1)
    shop.service.know(reference, 'Pending')
    answer()
    await shop.passing(500, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done' || state === 'dead'),
    )
    expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('paid')])
    expect(shop.givenUp).toEqual([])
  })

  it.each(['Cancelled', 'Failed'])(
    'is not told: a callback of which it says %s is looked into again',
    async (status) => {
      const shop = await openShopInTime({ reconcile: { after: 10_000, giveUpAfter: 2_000_000 } })
      const url = await shop.create()
      shop.service.know(reference, 'Failed')
      await shop.push(failed, url)
      await shop.untilTold(1, 1)
      const answer = shop.service.holdNext()
      await shop.push(cancelled, url)
      await eventually(() => shop.service.questions().length === 2)
      shop.service.know(reference, 'Paid')
      shop.clock.advance(10_000)
      await shop.until(idOf('paid'), 'waiting')
      shop.service.know(reference, status)
      answer()
      shop.service.know(reference, 'Paid')
      await shop.passing(1_000, async () =>
        (await shop.entries()).every(([, state]) => state === 'done' || state === 'rejected'),
      )
      expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('failed'), idOf('paid')])
      expect(await shop.entries()).toContainEqual([idOf('cancelled'), 'rejected'])
    },
  )
})

/**
 * A push claims what is true later, and waits. The end that comes meanwhile is one that its handler fails to take, so that
 * what was claimed is told before it is tried again.
 */
async function failingFirst(
  says: { readonly first: string; readonly later: string },
  pushes: { readonly claim: Readonly<Record<string, unknown>>; readonly first: Readonly<Record<string, unknown>> },
) {
  const told: Told[] = []
  const books = { areClosed: true }
  const payment: PaymentHandler = ({ outcome, needsReview }, { entryId }) => {
    if (entryId === first && books.areClosed) throw new Error('the books are closed')
    told.push([entryId, outcome, needsReview])
  }
  const first = idOf(says.first.toLowerCase())
  const shop = await openShopInTime({ payment, retry: { minDelay: 60_000 } })
  const url = await shop.create()
  await shop.push(pushes.claim)
  shop.service.know(reference, says.first)
  await shop.push(pushes.first, url)
  await eventually(async () => (await shop.app.merchant.inbox.get(first))?.attempts.length === 1)
  shop.service.know(reference, says.later)
  await shop.passing(1_000, () => told.length > 0)
  return { shop, url, told, books, first }
}

type FailingFirst = Awaited<ReturnType<typeof failingFirst>>

/** Until what failed was tried again, and nothing waits. */
async function triedAgain({ shop, books, first }: FailingFirst) {
  books.areClosed = false
  await shop.passing(10_000, async () => (await shop.app.merchant.inbox.get(first))?.state === 'done')
  await shop.passing(60_000, async () => {
    const { waiting, running } = await shop.app.merchant.inbox.count({ kinds: 'checkout' })
    return waiting + running === 0
  })
}

describe('an end whose handler failed, and another that was told before it was tried again', () => {
  it('is not told any more: it failed, and was paid since, and that is told once', async () => {
    const run = await failingFirst({ first: 'Failed', later: 'Settled' }, { claim: {}, first: failed })
    await triedAgain(run)
    expect(run.told).toEqual([[idOf('paid'), 'paid', []]])
  })

  it('is not told any more: it was paid, and went back since, and that is told once', async () => {
    const run = await failingFirst({ first: 'Paid', later: 'Refunded' }, { claim: { Status: 'Refunded' }, first: {} })
    await triedAgain(run)
    expect(run.told).toEqual([[idOf('refunded'), 'refunded', []]])
  })

  it('does not have that told again, where it came once more while the one that failed stood in line', async () => {
    const run = await failingFirst({ first: 'Failed', later: 'Settled' }, { claim: {}, first: failed })
    await run.shop.push()
    await run.shop.passing(1_000, async () => (await run.shop.entries()).some(([id]) => id === idOf('paid|2')))
    await triedAgain(run)
    expect(run.told).toEqual([[idOf('paid'), 'paid', []]])
    expect(await run.shop.entries()).toContainEqual([idOf('paid|2'), 'done'])
  })
})
