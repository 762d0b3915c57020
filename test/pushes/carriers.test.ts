import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import type { PaymentFacts } from '../../src/pushes/money/payment-event.ts'
import type { PushKind } from '../../src/pushes/push-kind.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { eventOf } from './receive.ts'

const flat = { ResponseCode: '0000', Status: 'Success', CheckoutId: 'c-1', TransactionId: 't-1', Amount: '50.00' }
const failed = { ...flat, ResponseCode: '2001', Status: 'Failed' }
const order = { OrderId: 'o-1', OrderInfo: { Status: 'Paid', Payment: { IsSuccessful: true, AmountPaid: 5 } } }
const unpaid = { OrderId: 'o-1', OrderInfo: { Status: 'Unpaid', Payment: { IsSuccessful: false, AmountPaid: 0 } } }

const kinds: readonly (readonly [PushKind<PaymentFacts>, object, object])[] = [
  [checkout, flat, failed],
  [ussdPayment, flat, failed],
  [fulfilment, order, unpaid],
]

describe.each(kinds.map(([push, paid, notPaid]) => ({ push, paid: { ...paid }, notPaid: { ...notPaid } })))(
  'money of the kind $push.kind',
  ({ push, paid, notPaid }) => {
    it('is judged when it was posted as JSON', () => {
      expect(eventOf(push, paid)).toMatchObject({ outcome: 'paid', evidence: 'callback', source: push.kind })
      expect(eventOf(push, notPaid).outcome).toBe('failed')
    })

    it.each(['form', 'query'] as const)('proves nothing in a %s, for or against', (carrier) => {
      for (const fields of [paid, notPaid]) {
        expect(eventOf(push, fields, { carrier })).toMatchObject({
          outcome: 'undetermined',
          why: 'it was not posted as JSON, as the service does: a browser may have sent it',
          evidence: 'callback',
        })
      }
    })
  },
)

const enveloped: readonly PushKind<PaymentFacts>[] = [checkout, ussdPayment]

describe.each(enveloped)('Data as a JSON string, on $kind', (push) => {
  const data = { CheckoutId: 'c-1', TransactionId: 't-1', ClientReference: 'r-1', Status: 'Success', Amount: 50 }

  it.each([
    ['an object', JSON.stringify(data)],
    ['an array of one', JSON.stringify([data])],
    ['spaced', ` ${JSON.stringify(data, null, 2)}\n`],
  ])('is read (%s), and proves nothing', (_form, Data) => {
    for (const ResponseCode of ['0000', '2001']) {
      expect(eventOf(push, { ResponseCode, Status: 'Success', Data })).toMatchObject({
        outcome: 'undetermined',
        why: 'Data is a JSON string: a browser posted it',
        clientReference: 'r-1',
        amount: 50,
      })
    }
  })

  it('keeps long identifiers exact', () => {
    const Data = '{"CheckoutId":1234567890123456789012345,"TransactionId":1234567890123456789012345}'
    expect(eventOf(push, { Data }).paymentId).toBe('1234567890123456789012345')
  })
})
