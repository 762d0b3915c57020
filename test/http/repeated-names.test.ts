import { expect, it } from 'vitest'
import { memoryStore, type PaymentEvent } from '../../src/index.ts'
import { maxRepeatedNames } from '../../src/pushes/reading/json.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../inbox/over-http/kept.ts'
import { appWith, post } from './app.ts'

async function paymentOf(path: string, body: string) {
  const seen: PaymentEvent[] = []
  const app = await appWith({ payment: async (payment) => seen.push(payment) })
  const { statusCode } = await post(app, path, body)
  return { statusCode, outcome: seen[0]?.outcome }
}

const data = '"CheckoutId":"c","Amount":5'

it.each([
  ['/checkout', `{"ResponseCode":"2001","ResponseCode":"0000","Status":"Success","Data":{${data},"Status":"Success"}}`],
  ['/checkout', `{"ResponseCode":"0000","Status":"Success","Data":{${data},"Status":"Failed","Status":"Success"}}`],
  ['/checkout', `{"ResponseCode":"0000","Status":"Success","Data":{${data},"Amount":5000,"Status":"Success"}}`],
  ['/ussd-payment', '{"ResponseCode":"2001","ResponseCode":"0000","Message":"success","Data":{"TransactionId":"t"}}'],
  ['/fulfilment', '{"OrderId":"o","OrderInfo":{"Status":"Paid","Payment":{"IsSuccessful":false,"IsSuccessful":true}}}'],
])('a name that decides and stands twice with two values is never paid: %s %s', async (path, body) => {
  expect(await paymentOf(path, body)).toEqual({ statusCode: 200, outcome: 'undetermined' })
})

it.each([
  ['/checkout', `{"ResponseCode":"0000","Data":{"CheckoutId":"a","CheckoutId":"b","Status":"Success"}}`],
  ['/fulfilment', '{"OrderId":"a","OrderId":"b"}'],
])('an identifier that stands twice with two values is refused: %s %s', async (path, body) => {
  expect(await paymentOf(path, body)).toEqual({ statusCode: 400, outcome: undefined })
})

const plain = { ResponseCode: '0000', Status: 'Success' }
const paid = { CheckoutId: 'c', ClientReference: 'order-1', Amount: 5, Status: 'Success', IsSuccessful: true }

/** The body with this value of a name put before its own, and then what a name that looks like its mark would say. */
function doubled(body: object, name: string, other: unknown): string {
  return JSON.stringify(body).replace(`"${name}":`, (found) => {
    const value = JSON.stringify(Object.entries(body).find(([known]) => known === name)?.[1])
    const marks = ['_', '__', ' ', ' (repeated)'].map((mark) => `${JSON.stringify(name + mark)}:${value},`)
    return `${found}${value},${found}${JSON.stringify(other)},${marks.join('')}${found}`
  })
}

it.each([
  doubled({ ...plain, Data: paid }, 'ResponseCode', '2001'),
  doubled({ ...plain, Data: paid }, 'Status', 'Failed'),
  `{"ResponseCode":"0000","Data":${doubled(paid, 'Status', 'Failed')}}`,
  `{"ResponseCode":"0000","Data":${doubled(paid, 'Amount', 500)}}`,
  `{"ResponseCode":"0000","Data":${doubled({ ...paid, ResponseCode: '0000' }, 'ResponseCode', '2001')}}`,
  `{"ResponseCode":"0000","Data":${doubled(paid, 'IsSuccessful', false)}}`,
  `{"ResponseCode":"0000","Data":${doubled({ ...paid, TransactionStatus: 'Paid' }, 'TransactionStatus', 'Failed')}}`,
])('no name that follows hides that one stands twice: %s', async (body) => {
  expect(await paymentOf('/checkout', body)).toEqual({ statusCode: 200, outcome: 'undetermined' })
})

const order = { OrderId: 'o', ...plain, OrderInfo: { Status: 'Paid', Payment: { IsSuccessful: true, AmountPaid: 5 } } }

it.each([doubled(order, 'ResponseCode', '2001'), doubled(order, 'Status', 'Failed'), doubled(order, 'OrderInfo', {})])(
  'nor in a notice of an order: %s',
  async (body) => {
    expect(await paymentOf('/fulfilment', body)).toEqual({ statusCode: 200, outcome: 'undetermined' })
  },
)

it('a reference that stands twice is refused at an address that was signed for it', async () => {
  const seen: PaymentEvent[] = []
  const publicUrl = 'https://shop.example'
  const app = await appWith({ secret: 'a secret of this test', publicUrl, payment: async (event) => seen.push(event) })
  const address = app.merchant.callbackUrl({ kind: 'checkout', reference: 'order-1', amount: 5 })
  const body = `{"ResponseCode":"0000","Data":${doubled(paid, 'ClientReference', 'order-2')}}`
  expect((await post(app, address.slice(publicUrl.length), body)).statusCode).toBe(400)
  expect(seen).toEqual([])
})

it('stays told when the handler runs again from the store', async () => {
  const outcomes: string[] = []
  const app = await appWith({
    store: keptInMemory(),
    retry: { attempts: 2, minDelay: 1 },
    payment: async ({ outcome }) => {
      outcomes.push(outcome)
      throw new Error('not yet')
    },
  })
  await post(app, '/checkout', `{"ResponseCode":"0000","Data":${doubled(paid, 'Status', 'Failed')}}`)
  await eventually(() => outcomes.length === 2)
  expect(outcomes).toEqual(['undetermined', 'undetermined'])
})

it('too many names that stand twice are refused, and kept as they came', async () => {
  const store = memoryStore()
  const app = await appWith({ store, payment: async () => undefined })
  const body = `{${'"":0,'.repeat(maxRepeatedNames + 1)}"":0}`
  const answer = await post(app, '/fulfilment', body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'FMW_BODY', received: 'more of them' })
  const { entries } = await app.merchant.inbox.list({ states: 'rejected' })
  expect(entries).toHaveLength(1)
})
