import { describe, expect, it } from 'vitest'
import type { Attempt, PaymentEvent, Store } from '../../src/index.ts'
import type { InboxStore } from '../../src/store/inbox-store.ts'
import { post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { withMethods } from '../testing/store-suite/with-methods.ts'
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
    await shop.reached(() => calls.length >= times)
    await shop.untilTold(0)
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

describe.each(stores)('what a person has to look at for two reasons, on %s', (_name, make) => {
  it('has them in one order at each attempt', async () => {
    const { shop, calls, ended } = await shopThatFails(await make())
    shop.service.know(reference, 'Settled', { TotalAmountRefunded: 1 })
    await shop.push()
    await ended(2)
    expect(calls.map(([, ...told]) => told)).toEqual([
      ['undetermined', ['unexpected', 'partlyRefunded']],
      ['undetermined', ['unexpected', 'partlyRefunded']],
    ])
    const { entries } = await shop.app.merchant.inbox.list({ kinds: 'checkout', needsReview: true })
    expect(entries.map(({ review }) => review?.reasons)).toEqual([['unexpected', 'partlyRefunded']])
  })
})

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

/** A store that fails where what the service said is to be kept, as if the process ended there: so often of each entry. */
function failingBefore(store: Store, most: number): Store {
  const failed = new Map<string, number>()
  return {
    ...store,
    open(user) {
      const opened = store.open(user)
      const rewrite: InboxStore['rewrite'] = (claim, payload) => {
        const times = failed.get(claim.entry.id) ?? 0
        failed.set(claim.entry.id, times + 1)
        return times < most ? Promise.reject(new Error('it ended here')) : opened.inbox.rewrite(claim, payload)
      }
      return withMethods(opened, { inbox: withMethods(opened.inbox, { rewrite }) })
    },
  }
}

describe.each(stores)('money that counts elsewhere and is looked into again, on %s', (_name, make) => {
  it('settles no second order, however often its result could not be kept', async () => {
    const { shop, calls, ended } = await shopThatFails(failingBefore(await make(), 1))
    for (const name of ['tea', 'bread']) shop.service.know(name, 'Settled', { StartDate: later() })
    const [own, other] = [addressOf(shop, 'own'), addressOf(shop, 'other')]
    await notify(shop, own, 't-tea')
    await ended(1)
    await notify(shop, other, 't-tea')
    await ended(3)
    await notify(shop, own, 't-bread')
    await ended(5)
    expect(calls.map(([, outcome, reasons]) => `${outcome} ${reasons}`)).toEqual([
      'paid ',
      ...Array(4).fill('undetermined reused'),
    ])
  })
})

describe.each(dealt(stores))('a payment whose handler failed, on %s', (_name, make, it) => {
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
  const first = await openShop({ store: sqliteHere(file), payment: never, shutdownTimeout: 0 }, { service })
  service.know(reference, 'Settled', { TransactionAmount: 51 })
  await first.push({}, await first.create())
  await first.until(idOf('paid'), 'running')
  await expect
    .poll(() => first.app.merchant.inbox.get(idOf('paid')).then((one) => one?.event))
    .toMatchObject({ outcome: 'paid', evidence: 'confirmed' })
  await first.app.close()
  service.answerWith(down)
  const second = await openShop({ store: sqliteHere(file) }, { service })
  await second.untilTold(1, 1)
  expect(second.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: ['overpaid'] }])
  expect(second.told[0]?.event.signed).toMatchObject({ reference, amountMinor: 5_000 })
})
