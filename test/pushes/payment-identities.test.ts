import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { deliveryReport } from '../../src/pushes/delivery-report.ts'
import type { PushEvent } from '../../src/pushes/event.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import type { Identity, NotificationPushKind } from '../../src/pushes/push-kind.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { eventOf } from './receive.ts'

function identify<Event extends PushEvent>(push: NotificationPushKind<Event>, fields: Fields): Identity {
  return push.identify(eventOf(push, fields))
}

const callback = (data: Fields, ResponseCode = '0000') =>
  identify(checkout, { ResponseCode, Data: { Status: ResponseCode === '0000' ? 'Success' : 'Failed', ...data } })
const notice = (Data: Fields, ResponseCode = '0000') =>
  identify(ussdPayment, { ResponseCode, Message: ResponseCode === '0000' ? 'Success' : 'Failed', Data })
const order = (fields: Fields, Status = 'Paid') =>
  identify(fulfilment, { OrderInfo: { Status, Payment: { IsSuccessful: Status === 'Paid' } }, ...fields })

it.each(['0240000000', '+233240000000', '233240000000', 'no number', null])(
  'a notice of %j is no other one because a country was set since it came first',
  (phone) => {
    const fields = { ResponseCode: '0000', Data: { CheckoutId: 'c', Status: 'Success', CustomerPhoneNumber: phone } }
    const [before, after] = [eventOf(checkout, fields), eventOf(checkout, fields, { country: 'GH' })]
    expect(checkout.identify(after)).toEqual(checkout.identify(before))
    const reports = [{}, { country: 'GH' } as const].map((manner) =>
      eventOf(deliveryReport, { MessageId: 'm', Status: 'Sent', To: phone }, manner),
    )
    expect(reports.map(deliveryReport.identify)[1]).toEqual(reports.map(deliveryReport.identify)[0])
  },
)

describe('the identity of a checkout callback', () => {
  it('is its CheckoutId and outcome; its lane the same without the outcome', () => {
    expect(callback({ CheckoutId: 'x-1', ClientReference: 'r-1' })).toMatchObject({
      identity: 'checkoutId:x-1|paid',
      lane: 'checkoutId:x-1',
    })
    expect(callback({ CheckoutId: 'x-1' }, '2001')).toMatchObject({
      identity: 'checkoutId:x-1|failed',
      lane: 'checkoutId:x-1',
    })
  })

  it('is the ClientReference where there is no CheckoutId', () => {
    expect(callback({ ClientReference: 'x-1' })).toMatchObject({
      identity: 'clientReference:x-1|paid',
      lane: 'clientReference:x-1',
    })
  })
})

it('a callback of other money under the same CheckoutId, or at the same address, is a conflict', () => {
  const one = callback({ CheckoutId: 'x-1', TransactionId: 'ab-1' })
  expect(callback({ CheckoutId: 'x-1', TransactionId: 'AB1' })).toEqual(one)
  const others = [{ TransactionId: 'ab-2' }, { TransactionId: undefined }, { ExternalTransactionId: 'n-1' }]
  for (const fields of others) {
    const other = callback({ CheckoutId: 'x-1', ...fields })
    expect(other.identity).toBe(one.identity)
    expect(other.fingerprint).not.toBe(one.fingerprint)
  }
})

describe('the identity of a USSD payment notice', () => {
  it('is its TransactionId and outcome; its lane the same without the outcome', () => {
    expect(notice({ TransactionId: 't-1', ClientReference: 'r-1', OrderId: 'o-1' })).toMatchObject({
      identity: 'transactionId:t-1|paid',
      lane: 'transactionId:t-1',
    })
  })

  it('is the ClientReference where there is no TransactionId', () => {
    expect(notice({ ClientReference: 'r-1', OrderId: 'o-1' }, '2001')).toMatchObject({
      identity: 'clientReference:r-1|failed',
      lane: 'clientReference:r-1',
    })
  })
})

describe('the identity of a fulfilment notice', () => {
  it('is its OrderId and outcome; its lane the OrderId, because a session can have several orders', () => {
    expect(order({ OrderId: 'o-1', SessionId: 's-1' })).toMatchObject({
      identity: 'orderId:o1|paid',
      lane: 'orderId:o1',
    })
    expect(order({ OrderId: 'o-2', SessionId: 's-1' }, 'Failed')).toMatchObject({
      identity: 'orderId:o2|failed',
      lane: 'orderId:o2',
    })
  })
})

describe('a second fulfilment notice of an order', () => {
  const tea = { ItemId: 'A-1', Name: 'Tea', Quantity: 2, UnitPrice: 10 }
  const cake = { ItemId: '2', Name: 'Cake', Quantity: 1, UnitPrice: 30 }
  const info = { Status: 'Paid', Currency: 'GHS', Subtotal: 51, Items: [tea, cake] }
  const Payment = { AmountPaid: 51, AmountAfterCharges: 50, IsSuccessful: true }
  const notice = (fields: Fields, order: Fields = {}, payment: Fields = {}) =>
    identify(fulfilment, {
      SessionId: '00A1',
      OrderId: 'x-1',
      ...fields,
      OrderInfo: { ...info, ...order, Payment: { ...Payment, ...payment } },
    })
  const first = notice({})

  it.each<readonly [string, Identity]>([
    ['its items are in another order', notice({}, { Items: [cake, tea] })],
    [
      'its numbers are texts',
      notice({}, { Subtotal: '51.00', Items: [{ ...tea, Quantity: '2', UnitPrice: '10.00' }, cake] }),
    ],
    [
      'its identifiers are spelled otherwise',
      notice({ SessionId: '00a1' }, { Items: [{ ...tea, ItemId: 'a1' }, cake] }),
    ],
    ['its currency is in small letters', notice({}, { Currency: ' ghs' })],
    ['it has fields that nobody knows', notice({ More: 1 }, { More: 1, Items: [{ ...tea, Colour: 'green' }, cake] })],
    [
      'its names have another casing',
      identify(fulfilment, {
        orderid: 'x-1',
        session_id: '00a1',
        orderInfo: {
          status: 'PAID',
          currency: 'GHS',
          subtotal: 51,
          items: [
            { itemId: 'A-1', name: 'Tea', quantity: 2, unitPrice: 10 },
            { unitprice: 30, QUANTITY: 1, name: 'Cake', item_id: '2' },
          ],
          payment: { amountPaid: 51, amountAfterCharges: 50, isSuccessful: true },
        },
      }),
    ],
  ])('is a repeat where %s', (_what, again) => {
    expect(again).toEqual(first)
  })

  it.each(['X-1', ' x 1 ', 'X1'])('is a repeat where its OrderId is spelled %j', (OrderId) => {
    const { identity, lane, fingerprint } = first
    expect(notice({ OrderId })).toMatchObject({ identity, lane, fingerprint })
  })

  it.each<readonly [string, Identity]>([
    ['SessionId', notice({ SessionId: '00a2' })],
    ['currency', notice({}, { Currency: 'NGN' })],
    ['items', notice({}, { Items: [tea] })],
    ['quantity of an item', notice({}, { Items: [{ ...tea, Quantity: 3 }, cake] })],
    ['price of an item', notice({}, { Items: [{ ...tea, UnitPrice: 1 }, cake] })],
    ['number of equal items', notice({}, { Items: [tea, tea, cake] })],
    ['subtotal', notice({}, { Subtotal: 52 })],
    ['AmountPaid', notice({}, {}, { AmountPaid: 52 })],
    ['AmountPaid, and its OrderId spelled otherwise', notice({ OrderId: 'X 1' }, {}, { AmountPaid: 52 })],
  ])('is a conflict with another %s', (_what, other) => {
    expect(other.identity).toBe(first.identity)
    expect(other.fingerprint).not.toBe(first.fingerprint)
  })
})

describe('an identifier of the service', () => {
  it.each([
    ['AA-BB', 'aabb'],
    ['7F3A9C0B-000417', '7f3a9c0b000417'],
    ['B1946AC9-2492-D234-7C6F-2354D1E0A7AB', 'b1946ac92492d2347c6f2354d1e0a7ab'],
  ])('of hexadecimal digits is one with dashes or without, in either case: %s', (one, other) => {
    const known = ({ identity, lane, fingerprint }: Identity) => ({ identity, lane, fingerprint })
    expect(callback({ CheckoutId: one })).toMatchObject(known(callback({ CheckoutId: other })))
    expect(notice({ TransactionId: one })).toMatchObject(known(notice({ TransactionId: other })))
    expect(order({ OrderId: one })).toMatchObject(known(order({ OrderId: other })))
  })

  it.each([
    ['12-3', '123'],
    ['TX-1', 'TX1'],
    ['tx1', 'TX1'],
    ['aa bb', 'aabb'],
  ])('of anything else may mean something by its dashes and capitals: %s', (one, other) => {
    expect(callback({ CheckoutId: one }).identity).not.toBe(callback({ CheckoutId: other }).identity)
  })
})

describe('a notice that names no payment', () => {
  it.each([
    ['USSD payment', () => notice({ Amount: 5 }), () => notice({ Amount: 6 })],
    ['fulfilment', () => order({ SessionId: 's-1' }), () => order({ SessionId: 's-2' })],
  ])('is identified by its content: %s', (_kind, one, other) => {
    expect(one().identity).toMatch(/^content:[0-9a-f]{32}$/)
    expect(one()).toEqual(one())
    expect(one().lane).toBe(one().identity)
    expect(other().identity).not.toBe(one().identity)
  })
})

describe('an undetermined outcome', () => {
  const undetermined = (data: Fields) =>
    identify(checkout, { ResponseCode: '0005', Data: { CheckoutId: 'x-1', ...data } })

  it('adds a digest of the content, since it may say several things', () => {
    const { identity, lane } = undetermined({ Amount: 5 })
    expect(identity).toMatch(/^checkoutId:x-1\|undetermined\|[0-9a-f]{32}$/)
    expect(lane).toBe('checkoutId:x-1')
    expect(undetermined({ Amount: 5 }).identity).toBe(identity)
    expect(undetermined({ Amount: 6 }).identity).not.toBe(identity)
    expect(undetermined({ Amount: 6 }).lane).toBe(lane)
  })
})

it('does not depend on the amount, the reference or the phone: another push of the same payment is a conflict', () => {
  const changes = { Amount: 1, CustomerPhoneNumber: '+233000000001', ClientReference: 'other' }
  const one = callback({ CheckoutId: 'x-1', Amount: 50 })
  const other = callback({ CheckoutId: 'x-1', ...changes })
  expect([other.identity, other.lane]).toEqual([one.identity, one.lane])
  expect(other.fingerprint).not.toBe(one.fingerprint)
  for (const change of [{ Amount: 1 }, { CustomerPhoneNumber: '+233000000001' }, { ClientReference: 'other' }]) {
    expect(callback({ CheckoutId: 'x-1', Amount: 50, ...change }).fingerprint).not.toBe(one.fingerprint)
  }
  expect(callback({ CheckoutId: 'x-1', Amount: '50.00' }).fingerprint).toBe(one.fingerprint)
})

it('of two different identifiers is never the same, whatever they hold', () => {
  const id = fc.string({ minLength: 1, unit: fc.constantFrom('a', '|', ':', 'paid', 'failed', 'undetermined', '1') })
  fc.assert(
    fc.property(id, id, fc.boolean(), (one, other, isPaid) => {
      fc.pre(one !== other)
      const code = isPaid ? '0000' : '2001'
      expect(callback({ CheckoutId: one }).identity).not.toBe(callback({ CheckoutId: other }, code).identity)
      expect(callback({ CheckoutId: one }).identity).not.toBe(callback({ ClientReference: one }).identity)
    }),
  )
})

it('does not depend on casing and order of the names where the outcome is certain', () => {
  const pascal = { ResponseCode: '0000', Status: 'Success', Data: { CheckoutId: 'x-1', Status: 'Success' } }
  const camel = { data: { status: 'PAID', checkoutId: 'x-1' }, responseCode: 0 }
  expect(identify(checkout, camel)).toEqual(identify(checkout, pascal))
})
