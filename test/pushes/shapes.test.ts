import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { deliveryReport } from '../../src/pushes/delivery-report.ts'
import type { PushEvent } from '../../src/pushes/event.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import { inboundMessage } from '../../src/pushes/inbound-message.ts'
import { programmable } from '../../src/pushes/programmable.ts'
import type { PushKind } from '../../src/pushes/push-kind.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { ussd } from '../../src/pushes/ussd.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { everyKind, samples } from './samples.ts'

// Kinds that may share a path without `classify`: each is told from all others by its shape.
const tellable: readonly PushKind<PushEvent>[] = [programmable, checkout, fulfilment, deliveryReport, inboundMessage]

describe.each(tellable)('the shape of the kind $kind', (push) => {
  it('is that of its own pushes alone', () => {
    const alike = tellable.filter(({ kind }) => push.looksLike(samples[kind])).map(({ kind }) => kind)
    expect(alike).toEqual([push.kind])
  })
})

describe('a shape', () => {
  it.each<[string, PushKind<PushEvent>, Fields]>([
    ['a turn', ussd, { sessionid: 's', TYPE: 'x' }],
    ['a callback with an envelope', checkout, { responseCode: '0000', data: {} }],
    ['a callback without an envelope', checkout, { checkoutId: 'c', status: 'Paid' }],
    ['a callback without an envelope or identifier', checkout, { ResponseCode: '2001', ClientReference: 'r' }],
    ['a fulfilment notice by its order alone', fulfilment, { orderinfo: {} }],
    ['a fulfilment notice by its identifier alone', fulfilment, { order_id: 'o' }],
    ['a USSD payment notice', ussdPayment, { ResponseCode: '0000', Message: 'success', Data: {} }],
    ['a flat USSD payment notice', ussdPayment, { transactionId: 't' }],
    ['a report', deliveryReport, { messageid: 'm', STATUS: 'Sent' }],
    ['a message with its whole text alone', inboundMessage, { from: '1', fulltext: 'TEA' }],
    ['a message with its campaign alone', inboundMessage, { From: '1', Campaign: '1' }],
  ])('is that of %s', (_shape, push, fields) => {
    expect(push.looksLike(fields)).toBe(true)
    expect(push.hasAnyField(fields)).toBe(true)
  })

  it.each<[string, PushKind<PushEvent>, Fields]>([
    ['a turn without a type', ussd, { SessionId: 's' }],
    ['a notice with a session', programmable, { SessionId: 's', OrderId: 'o' }],
    ['a code without a payment', checkout, { ResponseCode: '0000', Status: 'Success' }],
    ['a session without an order', fulfilment, { SessionId: 's', ExtraData: {} }],
    ['a message without an identifier', ussdPayment, { Message: 'success' }],
    ['a report without a status', deliveryReport, { MessageId: 'm' }],
    ['a sender without words', inboundMessage, { from: '1', to: '2' }],
    ['words without a sender', inboundMessage, { text: 'TEA' }],
    ['a turn whose type is null', ussd, { SessionId: 's', Type: null }],
    ['a turn whose type is blank', programmable, { SessionId: 's', Type: ' ' }],
    ['an order of nulls', fulfilment, { OrderId: null, OrderInfo: null }],
    ['a payment of nulls', checkout, { ResponseCode: '0000', Data: null, CheckoutId: '', ClientReference: null }],
    ['a USSD payment of nulls', ussdPayment, { ResponseCode: null, Data: null, TransactionId: '' }],
    ['a report of blanks', deliveryReport, { MessageId: '', Status: 'Sent' }],
    ['a message from nobody', inboundMessage, { from: '', text: 'TEA' }],
  ])('is not that of %s', (_shape, push, fields) => {
    expect(push.looksLike(fields)).toBe(false)
  })
})

describe.each(everyKind)('the kind $push.kind', ({ push, fields }) => {
  it('has a field in each single one of its own, in any casing', () => {
    for (const name of Object.keys(fields)) {
      expect(push.hasAnyField({ [name.toUpperCase()]: null })).toBe(true)
    }
  })

  it('has none in what a probe may carry', () => {
    expect(push.hasAnyField({})).toBe(false)
    expect(push.hasAnyField({ utm_source: 'x', v: '1', secret: 'y', constructor: 'z' })).toBe(false)
  })
})
