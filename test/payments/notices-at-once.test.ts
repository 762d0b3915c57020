import { expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { newSqlite } from '../store/new-sqlite.ts'
import { callback } from './shop.ts'
import { unaskedShop } from './unasked-shop.ts'

const orders = Array.from({ length: 12 }, (_, one) => `order-${one}`)

/** Pushes to shops in turn, all at once, for each order; then what each order was told as, when nothing is left to do. */
async function toldOf(shops: readonly Awaited<ReturnType<typeof unaskedShop>>[], bodies: readonly object[]) {
  await Promise.all(
    orders.flatMap((of, one) =>
      bodies.map(async (fields, at) => {
        const { app, addressOf } = shops[(one + at) % shops.length] ?? expect.fail('no shop')
        const body = callback({ CheckoutId: `invoice-${of}`, ClientReference: of, ...fields })
        const url = addressOf({ kind: 'checkout', reference: of, amount: 50 })
        expect((await post(app, url, body)).statusCode).toBe(200)
      }),
    ),
  )
  await eventually(async () => {
    const counts = await shops[0]?.app.merchant.inbox.count({ kinds: 'checkout' })
    return counts?.waiting === 0 && counts.running === 0
  })
  const all = shops.flatMap(({ told }) => told)
  return orders.map((of) =>
    all.filter(({ id }) => id.includes(`signed:${of}|`) || id.includes(`:invoice-${of}|`)).map(({ event }) => event),
  )
}

const processes = [
  ['one on SQLite', () => [newSqlite()()]],
  [
    'three on PostgreSQL',
    () => {
      const open = newPostgres()
      return [open(), open(), open()]
    },
  ],
] as const

it.each(processes)(
  'a barer notice beside the true one at the same moment hides no payment: %s',
  async (_name, make) => {
    const shops = await Promise.all(make().map((store) => unaskedShop(store)))
    for (const events of await toldOf(shops, [{ Amount: undefined }, {}, { ClientReference: undefined }, {}])) {
      const signed = events.filter(({ evidence }) => evidence === 'signed')
      expect(signed.map(({ outcome, needsReview }) => [outcome, needsReview])).toEqual([['paid', []]])
      expect(events.filter(({ evidence }) => evidence === 'callback').every((one) => one.needsReview.length > 0)).toBe(
        true,
      )
    }
  },
)

it.each(processes)(
  'two copies that contradict each other at the same moment are not both repeats: %s',
  async (_name, make) => {
    const shops = await Promise.all(make().map((store) => unaskedShop(store)))
    const copies = [{}, { TransactionId: 't-1' }, { TransactionId: 't-2' }]
    for (const events of await toldOf(shops, copies)) {
      // Handlers of different processes may be called in any order.
      expect(events.map(({ needsReview }) => needsReview).toSorted()).toEqual([[], ['contradicted']])
    }
  },
)
