import { describe, expect, it } from 'vitest'
import type { Attempt, PaymentEvent, Store } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { keptInMemory } from '../testing/stores.ts'
import { keepingStores, openShop, type Shop } from './shop.ts'

const stores = [...keepingStores, ['memory', async () => keptInMemory()] as const]

/** A shop whose handler fails at the first attempt of what needs review, and what it was told at each. */
async function shopThatFails(store: Store) {
  const calls: (readonly [id: string, outcome: string, needsReview: readonly string[]])[] = []
  const shop = await openShop({
    store,
    retryFrom: 1,
    payment({ outcome, needsReview }: PaymentEvent, { id, number }: Attempt) {
      calls.push([id, outcome, needsReview])
      if (number === 1 && needsReview.length > 0) throw new Error('the database is down')
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
