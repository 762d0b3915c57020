import { describe, expect, it } from 'vitest'
import { exportFixture } from '../../../src/admin/exported/fixture.ts'
import type { Fields } from '../../../src/pushes/reading/json.ts'
import { pushOf, stored } from './entries.ts'

const settings = { country: undefined, status: 200 }

function exported(fields: Fields) {
  return exportFixture(stored({ payload: pushOf(fields) }), settings)
}

function masked(fields: Fields): unknown {
  return exported({ CheckoutId: 'c', ...fields }).request.body
}

describe('a mask', () => {
  it('keeps the length and the shape of what it hides', () => {
    const identifiers = {
      CheckoutId: '5cb2ee7a-71be-4f57-b852-922bf78fdb23',
      ClientReference: 'Order_2026/0417',
      OrderId: '000417',
      TransactionId: 'BEEF',
      ItemId: 'Dede',
      SalesInvoiceId: 738495067249,
      CardNumber: '400000******0042',
      CustomerEmail: 'a.person@mail.example',
      CustomerName: 'A Person-Élodie',
    }
    expect(masked(identifiers)).toEqual({
      CheckoutId: '0aa0aa0a-00aa-0a00-a000-000aa00aaa00',
      ClientReference: 'Xxxxx_1000/0100',
      OrderId: '000100',
      TransactionId: 'XXXX',
      ItemId: 'Xxxx',
      SalesInvoiceId: 100000000000,
      CardNumber: '100000******0010',
      CustomerEmail: 'x.xxxxxx@xxxx.xxxxxxx',
      CustomerName: 'X Xxxxxx-éxxxxx',
    })
  })

  it('is the same for the same value, and another for another', () => {
    const { body } = exported({
      CheckoutId: 'ab12',
      SalesInvoiceId: 'cd34',
      ClientReference: 'ab12',
      CustomerPhoneNumber: '+233000000042',
      PaymentDetails: { MobileMoneyNumber: '0000000042' },
      Mobile: '233 000 000 043',
      PaymentDescription: 'from 0000000042',
    }).request
    expect(body).toEqual({
      CheckoutId: 'aa00',
      SalesInvoiceId: 'aa01',
      ClientReference: 'aa00',
      CustomerPhoneNumber: '+233000000000',
      PaymentDetails: { MobileMoneyNumber: '0000000000' },
      Mobile: '233 000 000 001',
      PaymentDescription: 'from 0000000000',
    })
  })

  it('is never the value itself', () => {
    expect(masked({ CustomerPhoneNumber: '+233000000000', OrderId: 'x', TransactionId: 7 })).toMatchObject({
      CustomerPhoneNumber: '+233000000001',
      OrderId: 'y',
      TransactionId: 0,
    })
  })

  it('keeps what of a phone number is nobody’s: the calling code, or the zero in front', () => {
    expect(
      masked({
        from: '+233000000042',
        to: '00233000000043',
        Mobile: '0200000044',
        CustomerPhoneNumber: '23300042',
        CustomerMobileNumber: '(0)20-0000045',
      }),
    ).toMatchObject({
      from: '+233000000000',
      to: '00233000000001',
      Mobile: '0000000002',
      CustomerPhoneNumber: '00000000',
      CustomerMobileNumber: '(0)00-0000003',
    })
  })

  it('leaves codes, statuses, amounts, dates, flags and the words of lists as they came', () => {
    const meaning = {
      responseCode: 0,
      STATUS: 'Unpaid',
      Status: 'Out of Credit',
      Message: 'Payment failed',
      Amount: '50.00',
      Charges: 0.30000000000000004,
      AmountCharged: 1e21,
      Quantity: 2,
      Currency: 'GHS',
      PaymentType: 'MobileMoney',
      Date: '2026-03-01T09:31:15.1234567+00:00',
      PaymentDate: '2026-03-01',
      IsSuccessful: 'true',
      IsRecurring: false,
      Network: '00101',
      RecurringInvoiceId: null,
      Description: '  ',
    }
    expect(masked(meaning)).toMatchObject(meaning)
  })

  it('takes what does not fit its field for what it may be', () => {
    expect(
      masked({
        ResponseCode: '₵5 für 4455',
        Amount: 'fifty cedis',
        Quantity: 738495067249.5,
        UnitPrice: -12.3456789,
        Channel: 'A Person',
        Date: 'next Ama',
        TransactionStatus: 'Settled by Ama',
      }),
    ).toMatchObject({
      ResponseCode: '₵9 xéx 9999',
      Amount: 'xxxxx xxxxx',
      Quantity: 100000000000,
      UnitPrice: -12,
      Channel: 'X Xxxxxx',
      Date: 'xxxx Xxx',
      TransactionStatus: 'Settled xx Xxx',
    })
  })

  it('goes into JSON that stands in a text', () => {
    expect(masked({ Data: '{ "CustomerName": "Ama", "Amount": 5 }' })).toMatchObject({
      Data: '{ "CustomerName": "Xxx", "Amount": 5 }',
    })
  })

  it('hides names of fields only where they may be anything', () => {
    expect(masked({ NewField: 1, 'a b': 2, n42424: 3, ExtraData: { Ama: { Order: 'x1' }, Status: 'Sent' } })).toEqual({
      CheckoutId: 'x',
      NewField: 0,
      'x x': 1,
      x00000: 2,
      ExtraData: { Xxx: { Xxxxx: 'x0' }, Status: 'Sent' },
    })
    expect(masked({ MetaData: { Ama: 1 }, After: 2 })).toMatchObject({ After: expect.any(Number) })
  })
})

describe('what a payment means', () => {
  const outcomeOf = (Message: string, Status = 'Success') =>
    exported({ ResponseCode: '0000', Message, Data: { CheckoutId: 'c1', Status, Amount: 5 } })

  it.each([
    ['Thank you, Ama', 'paid'],
    ['Prepaid card of Ama', 'paid'],
    ['Ama couldn’t do it', 'undetermined'],
    ["Ama couldn't", 'undetermined'],
    ['Zahlung mißlungen', 'undetermined'],
    ['misfailings of Ama', 'undetermined'],
    ['Un-Paid', 'undetermined'],
    ['Transaction successful for Ama', 'paid'],
  ])('stays when its words go: %s is %s', (message, outcome) => {
    const { expect: expected, request } = outcomeOf(message)
    expect(expected.event).toMatchObject({ outcome })
    expect(JSON.stringify(request)).not.toMatch(/Ama|Zahl|misf/)
  })

  it('stays with words of its own in place of those that gave it away', () => {
    expect(outcomeOf('misfailings').request.body).toMatchObject({ Message: 'not paid: xxxxxxxxxxx' })
    expect(outcomeOf('misprepaid').request.body).toMatchObject({ Message: 'paid: xxxxxxxxxx' })
  })

  it('stays where the status word is one that nobody knows', () => {
    expect(outcomeOf('Success', 'Parked at Ama').expect.event).toMatchObject({ outcome: 'undetermined' })
  })

  it('never gets a good code from a mask', () => {
    const { expect: expected } = exported({ ResponseCode: '7384950672', Status: 'Success', Data: { CheckoutId: 'c' } })
    expect(expected.event).toMatchObject({ responseCode: '9999999999', outcome: 'undetermined' })
  })
})
