import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { deliveryReport } from '../../src/pushes/delivery-report.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import { maxIdentifierLength, readIdentifier } from '../../src/pushes/reading/field-reader.ts'
import { readJson } from '../../src/pushes/reading/json.ts'
import { ussd } from '../../src/pushes/ussd.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { problemOf } from './problem-of.ts'
import { eventOf } from './receive.ts'
import { sampleWith, sampleWithData } from './samples.ts'

/** Every identifier of every event, from the push that has the given one in all of its places. */
function identifiersOf(id: unknown): unknown[] {
  const turn = eventOf(ussd, sampleWith('ussd', { SessionId: id }))
  const ids = { CheckoutId: id, SalesInvoiceId: id, ClientReference: id, TransactionId: id, ExternalTransactionId: id }
  const callback = eventOf(checkout, sampleWithData('checkout', ids))
  const notice = eventOf(ussdPayment, sampleWithData('ussdPayment', { ...ids, OrderId: id }))
  const RecurringInvoiceId = id
  const order = eventOf(fulfilment, {
    OrderId: id,
    SessionId: id,
    OrderInfo: { RecurringInvoiceId, Items: [{ ItemId: id }] },
  })
  const report = eventOf(deliveryReport, sampleWith('deliveryReport', { MessageId: id, ClientReference: id }))
  return [
    turn.sessionId,
    ...[callback.checkoutId, callback.salesInvoiceId, callback.clientReference, callback.paymentId],
    ...[callback.transactionId, callback.externalTransactionId],
    ...[notice.transactionId, notice.externalTransactionId, notice.clientReference, notice.paymentId, notice.orderId],
    ...[order.orderId, order.sessionId, order.paymentId, order.order.recurringInvoiceId],
    order.order.items[0]?.itemId,
    ...[report.messageId, report.clientReference],
  ]
}

describe('an identifier', () => {
  it.each([
    '3c796dac28174f739de4262d08409c51',
    '3C796DAC28174F739DE4262D08409C51-77',
    'hex-digits',
    '000042',
    '0',
    '1234567890123456789012345',
    '1e5',
    '+233000000000',
    'ünïcode-\u{1f375}',
    '__proto__',
    'null',
    'x'.repeat(maxIdentifierLength),
  ])('comes out of every event as it came: %s', (id) => {
    expect(new Set(identifiersOf(id))).toEqual(new Set([id]))
  })

  it.each([
    ['1234567890123456789012345', '1234567890123456789012345'],
    ['-1234567890123456789', '-1234567890123456789'],
    ['42', '42'],
    ['0', '0'],
    ['9007199254740991', '9007199254740991'],
  ])('that came as the number %s in JSON is the text of its digits', (text, id) => {
    expect(new Set(identifiersOf(readJson(text)))).toEqual(new Set([id]))
  })

  it('is any text that is well-formed, and survives unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
        fc.pre(text.trim() === text && !text.includes('\0'))
        expect(new Set(identifiersOf(text))).toEqual(new Set([text]))
      }),
    )
  })

  it.each([undefined, null, '', ' ', '\n\t '])('is null where nothing came: %j', (value) => {
    expect(readIdentifier('SessionId', value)).toBeNull()
  })
})

describe('what cannot identify is refused', () => {
  it.each([
    [true, 'text that identifies', 'a boolean'],
    [{}, 'text that identifies', 'an object'],
    [['a'], 'text that identifies', 'an array'],
    [Number.POSITIVE_INFINITY, 'text that identifies', 'a number'],
    // Its digits were lost before it came here: it may be the number of another.
    [2 ** 53, 'text that identifies', 'a number'],
    [-1e21, 'text that identifies', 'a number'],
    ['x'.repeat(maxIdentifierLength + 1), 'at most 256 characters', '257 characters'],
    ['a\u0000b', 'well-formed text', 'a NUL or a lone surrogate'],
    ['a\ud800', 'well-formed text', 'a NUL or a lone surrogate'],
    ['\udc00a', 'well-formed text', 'a NUL or a lone surrogate'],
  ])('%j', (value, expected, received) => {
    expect(problemOf(() => readIdentifier('SessionId', value))).toMatchObject({
      field: 'SessionId',
      expected,
      received,
    })
  })
})
