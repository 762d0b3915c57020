import { describe, expect, it } from 'vitest'
import type { Attempt, PaymentEvent, Store } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { post } from '../http/app.ts'
import { keptInMemory } from '../testing/stores.ts'
import { down, payingService } from './paying-service.ts'
import { idOf, inShort, keepingStores, openShop, reference, type Shop, sqliteFile } from './shop.ts'

const stores = [...keepingStores, ['memory', async () => keptInMemory()] as const]

/** A shop whose handler fails at the first attempt of what needs review, and what it was told at each. */
async function shopThatFails(store: Store) {
  const calls: (readonly [id: string, outcome: string, needsReview: readonly string[]])[] = []
  const shop = await openShop({
    store,
    retry: { minDelay: 1 },
    payment(event: PaymentEvent, { entryId: id, number }: Attempt) {
      calls.push([id, event.outcome, event.needsReview])
      if (number === 1 && event.needsReview.length > 0) throw new Error('the database is down')
    },
  })
  const ended = async (times: number) => {
    await expect.poll(() => calls.length).toBeGreaterThanOrEqual(times)
    await expect.poll(async () => (await shop.app.merchant.inbox.count({ states: 'done' })).waiting).toBe(0)
  }
  return { shop, calls, ended }
}

function addressOf({ app }: Shop, sessionId: string): string {
  const { pathname, search } = new URL(app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId, amount: 50 }))
  return pathname + search
}

async function notify({ app }: Shop, url: string, TransactionId: string) {
  const Data = { Amount: 50, TransactionId }
  expect((await post(app, url, { ResponseCode: '0000', Message: 'success', Data })).statusCode).toBe(200)
}

const later = () => new Date(Date.now() + 1_000).toISOString()

describe.each(stores)('money that counts elsewhere and is told again, on %s', (_name, make) => {
  it('settles no second order at another address', async () => {
    const { shop, calls, ended } = await shopThatFails(await make())
    shop.service.know('tea', 'Settled', { StartDate: later() })
    const [own, other] = [addressOf(shop, 'own'), addressOf(shop, 'other')]
    await notify(shop, own, 't-tea')
    await ended(1)
    await notify(shop, other, 't-tea')
    await ended(3)
    expect(calls.map(([, ...told]) => told)).toEqual([
      ['paid', []],
      ['undetermined', ['reused']],
      ['undetermined', ['reused']],
    ])
  })

  it('settles no second payment at one address, also when somebody asks for it again', async () => {
    const { shop, calls, ended } = await shopThatFails(await make())
    for (const name of ['tea', 'bread']) shop.service.know(name, 'Settled', { StartDate: later() })
    const own = addressOf(shop, 'own')
    await notify(shop, own, 't-tea')
    await ended(1)
    await notify(shop, own, 't-bread')
    await ended(3)
    await shop.app.merchant.inbox.replay(String(calls[2]?.[0]))
    await ended(4)
    expect(calls.map(([, ...told]) => told)).toEqual([
      ['paid', []],
      ['undetermined', ['reused']],
      ['undetermined', ['reused']],
      ['undetermined', ['reused']],
    ])
  })
})

describe.each(stores)('a payment whose handler failed, on %s', (_name, make) => {
  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ['less money', { TransactionAmount: 49 }],
    ['that it was refunded', { TransactionStatus: 'Refunded' }],
    ['that a part went back', { TotalAmountRefunded: 10 }],
  ])('is told again as it was, although the service says %s by now', async (_what, fields) => {
    const shop: Shop = await openShop({
      store: await make(),
      retry: { minDelay: 1 },
      payment: ({ outcome, needsReview }: PaymentEvent, { entryId: id, number }: Attempt) => {
        calls.push([id, outcome, needsReview])
        if (number > 1) return
        shop.service.know(reference, 'Settled', fields)
        throw new Error('the database is down')
      },
    })
    const calls: unknown[] = []
    shop.service.know(reference, 'Settled')
    await shop.push({}, await shop.create())
    await shop.until(idOf('paid'), 'done')
    expect(calls).toEqual([
      [idOf('paid'), 'paid', []],
      [idOf('paid'), 'paid', []],
    ])
  })
})

it('a payment is told as it was where its process ended in the handler, although the service cannot be asked', async () => {
  const service = await payingService()
  const file = sqliteFile()
  const never = () => new Promise(() => undefined)
  const first = await openShop({ store: sqliteStore(file), payment: never, shutdownTimeout: 0 }, { service })
  service.know(reference, 'Settled', { TransactionAmount: 51 })
  await first.push({}, await first.create())
  await first.until(idOf('paid'), 'running')
  await expect
    .poll(() => first.app.merchant.inbox.get(idOf('paid')).then((one) => one?.event))
    .toMatchObject({ outcome: 'paid', evidence: 'confirmed' })
  await first.app.close()
  service.answerWith(down)
  const second = await openShop({ store: sqliteStore(file) }, { service })
  await second.untilTold(1, 1)
  expect(second.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: ['overpaid'] }])
  expect(second.told[0]?.event.signed).toMatchObject({ reference, amountMinor: 5_000 })
})
