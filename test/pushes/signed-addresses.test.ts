import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import type { PaymentFacts } from '../../src/pushes/money/payment-event.ts'
import { readSignedAddress, type SignedAddress } from '../../src/pushes/money/signed-address.ts'
import type { NotificationPushKind } from '../../src/pushes/push-kind.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { Notes } from '../../src/pushes/reading/push-problem.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { receivedAt } from './receive.ts'

const signed: SignedAddress = { reference: 'order-1', sessionId: null, amountMinor: 500, currency: 'GHS' }
const paid = {
  ResponseCode: '0000',
  Status: 'Success',
  Data: { CheckoutId: 'x-1', ClientReference: 'order-1', Status: 'Success', Amount: 5 },
}

function received<Event extends PaymentFacts>(
  push: NotificationPushKind<Event>,
  fields: Fields,
  address?: SignedAddress,
) {
  const notes = new Notes()
  const incoming = { fields, raw: fields, carrier: 'json', signed: address } as const
  const event = push.read(incoming, { receivedAt, country: undefined, notes })
  return { event, notes: notes.lines }
}

const withData = (data: Fields) => ({ ...paid, Data: { ...paid.Data, ...data } })

describe('a checkout callback at an address that was signed for it', () => {
  it('is signed, and says what for', () => {
    const { event, notes } = received(checkout, paid, signed)
    expect(event).toMatchObject({ outcome: 'paid', evidence: 'signed', signed })
    expect(event.why).toBe('the code and the status say paid, and nothing contradicts them')
    expect(notes).toBeUndefined()
  })

  it('is signed whatever became of the payment', () => {
    const failed = { ...paid, ResponseCode: '2001', Data: { ...paid.Data, Status: 'Failed', Amount: 0 } }
    expect(received(checkout, failed, signed).event).toMatchObject({ outcome: 'failed', evidence: 'signed', signed })
  })

  it('may be of more than was asked for', () => {
    expect(received(checkout, withData({ Amount: 5.01 }), signed).event.evidence).toBe('signed')
  })

  it.each([{ Currency: 'ghs' }, { CurrencyCode: 'GHS ' }, { Currency: 'Ghana cedi' }, { Currency: 7 }])(
    'may say its currency: %j',
    (currency) => {
      expect(received(checkout, withData(currency), signed).event.evidence).toBe('signed')
      expect(received(checkout, withData({ Currency: 'NGN' }), { ...signed, currency: null }).event.evidence).toBe(
        'signed',
      )
    },
  )

  it('may be of any amount where none was signed', () => {
    const any = { ...signed, amountMinor: null }
    expect(received(checkout, withData({ Amount: 0.01 }), any).event.evidence).toBe('signed')
  })

  it.each([
    ['another reference', { ClientReference: 'order-2' }, 'its address was signed for another reference'],
    ['a reference in another case', { ClientReference: 'Order-1' }, 'its address was signed for another reference'],
    ['no reference', { ClientReference: undefined }, 'its address was signed for another reference'],
    ['a smaller amount', { Amount: 4.99 }, 'its address was signed for a larger amount'],
    ['no amount', { Amount: undefined }, 'its address was signed for an amount, and it says none'],
    ['another currency', { Currency: 'NGN' }, 'its address was signed for another currency'],
    ['another currency code', { CurrencyCode: ' ngn' }, 'its address was signed for another currency'],
  ])('is a callback where it says %s, and tells so', (_what, data, difference) => {
    const { event, notes } = received(checkout, withData(data), signed)
    expect(event).toMatchObject({ outcome: 'paid', evidence: 'callback', signed })
    expect(event.why).toBe(`the code and the status say paid, and nothing contradicts them; but ${difference}`)
    expect(notes).toEqual([difference])
  })

  it('is another notification than one that was not signed, and known by its address', () => {
    const one = received(checkout, paid, signed).event
    const other = received(checkout, paid).event
    expect(other).toMatchObject({ evidence: 'callback', signed: null })
    expect(checkout.identify(one)).toMatchObject({ identity: 'signed:order-1|paid', lane: 'signed:order-1' })
    expect(checkout.identify(other)).toMatchObject({ identity: 'checkoutId:x-1|paid', lane: 'checkoutId:x-1' })
  })
})

describe('a notice of a USSD payment at an address that was signed for it', () => {
  const forSession: SignedAddress = { reference: 'order-7', sessionId: 's-1', amountMinor: 500, currency: null }

  it('is signed, and says which session asked for it, whatever reference the service gave it', () => {
    const { event } = received(ussdPayment, { ...paid, Data: { Amount: 5, ClientReference: 'theirs' } }, forSession)
    expect(event).toMatchObject({ outcome: 'paid', evidence: 'signed', signed: forSession, clientReference: 'theirs' })
  })

  it('is a callback where it is of less', () => {
    const { event } = received(ussdPayment, { ...paid, Data: { Amount: 4 } }, forSession)
    expect(event).toMatchObject({ evidence: 'callback', signed: forSession })
    expect(event.why).toMatch(/; but its address was signed for a larger amount$/)
  })
})

describe('what an inbox kept of a signed address', () => {
  it('is read again', () => {
    expect(readSignedAddress(JSON.parse(JSON.stringify(signed)))).toEqual(signed)
    const least = { reference: null, sessionId: null, amountMinor: null, currency: null }
    expect(readSignedAddress(least)).toEqual(least)
  })

  it.each([undefined, null, 'signed', [], {}, { ...signed, reference: 1 }, { ...signed, sessionId: undefined }])(
    'is nothing where it is %j',
    (value) => {
      expect(readSignedAddress(value)).toBeUndefined()
    },
  )

  it.each([
    { ...signed, amountMinor: '500' },
    { ...signed, currency: 5 },
  ])('is nothing where it is %j', (value) => {
    expect(readSignedAddress(value)).toBeUndefined()
  })
})
