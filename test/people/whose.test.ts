import { describe, expect, it } from 'vitest'
import { maskedPayload } from '../../src/admin/person/erase.ts'
import { Whose } from '../../src/admin/person/whose.ts'
import { readCountry } from '../../src/text/countries.ts'

const ghana = readCountry('GH')
const theirs = new Whose('+233000000042', ghana)

describe('whose a text is', () => {
  it.each([
    '+233000000042',
    'from 233000000042 to 1900',
    '00233000000042',
    'it is 0000000042, or +233 00 000 0042',
    '233-00-000-0042',
    '+233 (00) 000-0042',
    '(0000) 000042',
    'order 5 0000000042',
    '+233 (0)00 000 0042',
    '5 +233000000042 0000000042',
  ])('the number stands in %s', (text) => {
    expect(theirs.isIn(text)).toBe(true)
    expect(theirs.without(text)).not.toMatch(/0042\b|000 0042/)
  })

  it.each(['+233000000043', '12330000000421', '233000000042' + '7', '1.000000042', ''])('it does not in %s', (text) => {
    expect(theirs.isIn(text)).toBe(false)
    expect(theirs.without(text)).toBe(text)
  })

  it('what is no number is known as a whole alone', () => {
    const client = new Whose('client-5f2e9c', undefined)
    expect(client.number).toBeUndefined()
    expect([client.isAmong('xclient-5f2e9cx'), client.isAmong('client-5f2e9d')]).toEqual([true, false])
    expect(client.is(' client-5f2e9c ')).toBe(true)
    expect(client.isIn('client-5f2e9c')).toBe(false)
    expect(client.without('client-5f2e9c')).toBe('...e9c')
    expect(client.without('of client-5f2e9c')).toBe('of client-5f2e9c')
  })

  it('what is asked for as it is dialled needs its country; how it is dialled follows from the number', () => {
    expect(new Whose('0000000042', undefined).number).toBeUndefined()
    expect(new Whose('0000000042', undefined).isAmong('x10000000042')).toBe(true)
    expect(new Whose('0000000042', ghana).number?.digits).toBe('000000042')
    expect(new Whose('+233000000042', undefined).isIn('call 000 000 0042')).toBe(true)
    expect(theirs.isAmong('17\u00010000000042')).toBe(true)
    expect(theirs.isAmong('90 00-000.00429')).toBe(true)
    expect(theirs.isAmong('0000000043')).toBe(false)
    // Eight digits are any number, until somebody says that they are dialled there.
    expect(new Whose('+22600000042', undefined).isIn('call 00000042')).toBe(false)
    expect(new Whose('+22600000042', readCountry('BF')).isIn('call 00000042')).toBe(true)
    // One of another country is dialled otherwise.
    expect(new Whose('+2348000000042', ghana).isIn('8000000042')).toBe(false)
    expect(new Whose('+2348000000042', ghana).isIn('08000000042')).toBe(true)
    expect(new Whose('+88600000042', undefined).number?.digits).toBe('88600000042')
  })
})

it('a payment is kept with its money and its times, without who paid', () => {
  const payload = {
    carrier: 'json',
    fields: {
      ResponseCode: '0000',
      Data: {
        Amount: 5.5,
        ClientReference: 'order-1',
        CustomerPhoneNumber: '233 00 000 0042',
        CustomerName: 'Ama',
        CustomerEmail: null,
        Email: 'ama@person.example',
        PaymentDetails: { AccountName: 'Ama Person', PaymentType: 'Mobile Money', Branch: { Street: 'Blue Door 4' } },
        AmountPaid: '1234567.50',
        PaymentDate: '2026-03-03T10:00:00Z',
        BirthDate: '1990-03-03',
        NationalNumber: 1234567,
        Network: 'not a word, but "Ama"',
        Description: 'Two teas for Ama',
        Remark: 'Reversed by Ama',
        Note: 'Ama has paid',
        TxnState: 'Failed',
        TransactionId: 'of 0000000042',
        OrderId: 123456789,
        Mobile: 233000000042,
        Recurring: false,
        ExtraData: { hint: 'blue door' },
        MetaData: null,
        '+233000000042': 'note',
        'Ama Person': 'note',
      },
      Message: 'Ama, your payment failed',
      Others: ['+233000000043', 'call +233000000042', 7],
    },
    verdict: {
      why: 'Ama',
      confirmation: { askedAt: '2026-03-03T10:00:00.000Z', says: 'undetermined', raw: { Email: 'a@b.example' } },
    },
  }
  expect(JSON.parse(Buffer.from(maskedPayload(Buffer.from(JSON.stringify(payload)), theirs)).toString())).toEqual({
    carrier: 'json',
    fields: {
      ResponseCode: '0000',
      Data: {
        Amount: 5.5,
        ClientReference: 'order-1',
        CustomerPhoneNumber: '+233...042',
        CustomerName: '(erased)',
        CustomerEmail: null,
        Email: '(erased)',
        PaymentDetails: { AccountName: '(erased)', PaymentType: 'Mobile Money', Branch: { Street: '(erased)' } },
        AmountPaid: '1234567.50',
        PaymentDate: '2026-03-03T10:00:00Z',
        BirthDate: '(erased)',
        NationalNumber: '(erased)',
        Network: 'not paid: (erased)',
        Description: '(erased)',
        // A replay must not take it for a payment that nothing speaks against.
        Remark: 'not paid: (erased)',
        Note: 'paid: (erased)',
        TxnState: 'Failed',
        TransactionId: 'of +233...042',
        OrderId: 123456789,
        Mobile: '+233...042',
        Recurring: false,
        ExtraData: '(erased)',
        MetaData: null,
        '(erased)': '(erased)',
      },
      Message: 'Xxx, your payment failed',
      Others: ['(erased)', '(erased)', 7],
    },
    verdict: {
      why: '(erased)',
      confirmation: { askedAt: '2026-03-03T10:00:00.000Z', says: 'undetermined', raw: { Email: '(erased)' } },
    },
  })
})
