import { expect, it } from 'vitest'
import type { Attempt, PaymentEvent } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../testing/stores.ts'
import { payingService } from './paying-service.ts'
import { callback } from './shop.ts'

const notice = (Amount: number) => ({
  ResponseCode: '0000',
  Message: 'success',
  Data: { Amount, TransactionId: 't-1' },
})
const fulfilled = (AmountPaid: number) => ({
  SessionId: 's-1',
  OrderId: 'o-1',
  OrderInfo: { Status: 'Paid', Payment: { AmountPaid, AmountAfterCharges: AmountPaid, IsSuccessful: true } },
})

it.each([
  ['session', { SessionId: 's-2' }],
  ['currency', { OrderInfo: { ...fulfilled(50).OrderInfo, Currency: 'NGN' } }],
  ['items', { OrderInfo: { ...fulfilled(50).OrderInfo, Items: [{ Name: 'Tea', Quantity: 9, UnitPrice: 5 }] } }],
])(
  'a fulfilment notice of the same order needs review with another %s, and none where it says the same',
  async (_what, fields) => {
    const told: unknown[] = []
    const app = await appWith({
      store: keptInMemory(),
      payment: ({ needsReview }: PaymentEvent, { conflictsWith }: Attempt) =>
        void told.push([needsReview, conflictsWith]),
    })
    await app.ready()
    const again = { ...fulfilled(50), More: 'of it', OrderInfo: { ...fulfilled(50).OrderInfo, Currency: null } }
    for (const body of [fulfilled(50), again, { ...fulfilled(50), ...fields }]) {
      expect((await post(app, '/fulfilment', body)).statusCode).toBe(200)
    }
    await eventually(async () => told.length >= 2 && (await app.merchant.inbox.count()).waiting === 0)
    expect(told).toEqual([
      [[], null],
      [['contradicted'], 'fulfilment:orderId:o1|paid'],
    ])
  },
)

it.each([
  ['a checkout callback', '/checkout', (Amount: number) => callback({ Amount })],
  ['a USSD payment notice', '/ussd-payment', notice],
  ['a fulfilment notice', '/fulfilment', fulfilled],
] as const)('%s that contradicts the one before it needs review, at every attempt', async (_name, url, body) => {
  const told: (readonly [number | null, readonly string[], string | null])[] = []
  const app = await appWith({
    store: keptInMemory(),
    retry: { minDelay: 0 },
    payment: ({ amount, needsReview }: PaymentEvent, { conflictsWith, number }: Attempt) => {
      told.push([amount, needsReview, conflictsWith])
      if (conflictsWith !== null && number === 1) throw new Error('once more')
    },
  })
  await app.ready()
  for (const amount of [50, 5, 50]) expect((await post(app, url, body(amount))).statusCode).toBe(200)
  await eventually(() => told.length === 3)
  const id = (await app.merchant.inbox.list()).entries.find((entry) => entry.conflictsWith === null)?.id
  expect(told).toEqual([
    [50, [], null],
    [5, ['contradicted'], id],
    [5, ['contradicted'], id],
  ])
})

const named = { ResponseCode: '0000', Message: 'success', Data: { Amount: 50, TransactionId: 't-1', Currency: 'GHS' } }

it.each([
  ['a checkout callback', '/checkout', callback({ Currency: 'GHS' })],
  ['a USSD payment notice', '/ussd-payment', named],
] as const)(
  '%s that comes again with another currency needs review, and none with the same',
  async (_name, url, body) => {
    for (const options of [{}, { secret: 'a secret of this test', client: (await payingService()).client() }]) {
      const told: (readonly string[])[] = []
      const app = await appWith({
        store: keptInMemory(),
        publicUrl: 'https://shop.example',
        confirmWith: false,
        payment: ({ needsReview }: PaymentEvent) => void told.push(needsReview),
        ...options,
      })
      await app.ready()
      const other = { ...body, Data: { ...body.Data, Currency: 'NGN' } }
      const again = { ...body, Data: { ...body.Data, Currency: undefined, CurrencyCode: 'ghs' } }
      for (const one of [body, again, other, other]) expect((await post(app, url, one)).statusCode).toBe(200)
      await eventually(() => told.length >= 2)
      const odd = 'secret' in options ? ['unexpected'] : []
      expect(told).toEqual([odd, ['contradicted', ...odd]])
    }
  },
)
