import { expect, it } from 'vitest'
import type { PaymentEvent } from '../../src/index.ts'
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
