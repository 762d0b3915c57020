import { describe, expect, it } from 'vitest'
import { linesOf } from '../http/lines.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { idOf, keepingStores, openShop, openSimulatedShop, reference, type Shop } from './shop.ts'

/** A shop that has told of a payment, because it asked the service. */
async function afterAsking(store?: Awaited<ReturnType<(typeof keepingStores)[number][1]>>): Promise<[Shop, string]> {
  const shop = await openShop({ ...(store === undefined ? {} : { store }), reconcile: { after: 100 } })
  const url = await shop.create()
  shop.service.know(reference, 'Settled')
  await shop.untilTold(1)
  return [shop, url]
}

const over = ({ app }: Pick<Shop, 'app'>, entries: number) =>
  eventually(async () => {
    const { entries: all } = await app.merchant.inbox.list({ kinds: 'checkout' })
    return all.length === entries && all.every(({ state }) => state === 'done' || state === 'rejected')
  })

const conflictsOf = async ({ app }: Pick<Shop, 'app'>) => (await app.merchant.inbox.list({ conflicts: true })).entries

describe.each(dealt(keepingStores))(
  'a callback that comes after its payment was found by asking, on %s',
  (_name, make, it) => {
    it('is no conflict where it says the same of the money', async () => {
      const lines = linesOf()
      const host = { server: { logger: lines.logger } }
      const shop = await openSimulatedShop({ store: await make(), reconcile: { after: 100 } }, { host })
      shop.sim.faults.next('drop')
      await shop.create()
      const { notices } = await shop.sim.customer.pays(reference)
      await shop.untilTold(1)
      await shop.sim.resend(Number(notices[0]?.id))
      await over(shop, 2)
      const { inbox } = shop.app.merchant
      expect(await conflictsOf(shop)).toEqual([])
      expect((await inbox.list({ needsReview: true })).entries).toEqual([])
      const { entries } = await inbox.list({ kinds: 'checkout' })
      expect(entries.map(({ state, conflictsWith, review }) => ({ state, conflictsWith, review }))).toEqual(
        entries.map(() => ({ state: 'done', conflictsWith: null, review: null })),
      )
      expect(shop.told).toHaveLength(1)
      // It names more than the plugin's own result did, and the line says no more than that.
      expect(lines.saying('a notification differs').map(({ msg, conflictsWith }) => ({ msg, conflictsWith }))).toEqual([
        {
          msg: 'a notification differs from an earlier entry of its identity: both are kept',
          conflictsWith: idOf('paid'),
        },
      ])
    })

    it.each([
      ['amount', { Amount: 49 }],
      ['transaction', { TransactionId: 'another' }],
      ['checkout', { CheckoutId: 'another' }],
      ['phone', { CustomerPhoneNumber: '233000000099' }],
      ['outcome', { Status: 'Failed' }],
    ])('stays one where it names another %s', async (_what, fields) => {
      const [shop, url] = await afterAsking(await make())
      await shop.push(fields, url)
      await over(shop, 2)
      const [late] = (await shop.app.merchant.inbox.list({ kinds: 'checkout' })).entries
      if ('Status' in fields) expect(late?.state).toBe('rejected')
      else expect((await conflictsOf(shop)).map(({ conflictsWith }) => conflictsWith)).toEqual([idOf('paid')])
      expect(shop.told).toHaveLength(1)
    })
  },
)

describe('a callback that conflicts with another callback', () => {
  it('stays a conflict where the first lied of the amount, although the service agrees with the second', async () => {
    const shop = await openShop()
    const url = await shop.create()
    shop.service.know(reference, 'Settled')
    await shop.push({ Amount: 1 }, url)
    await over(shop, 1)
    await shop.push({}, url)
    await over(shop, 2)
    expect((await conflictsOf(shop)).map(({ conflictsWith }) => conflictsWith)).toEqual([idOf('paid')])
    expect(shop.told).toHaveLength(1)
  })
})
