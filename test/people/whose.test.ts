import { describe, expect, it } from 'vitest'
import { maskedPayload } from '../../src/admin/person/masked-payload.ts'
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
    expect(client.digits).toBeUndefined()
    expect(client.is(' client-5f2e9c ')).toBe(true)
    expect(client.isIn('client-5f2e9c')).toBe(false)
    expect(client.without('client-5f2e9c')).toBe('...e9c')
    expect(client.without('of client-5f2e9c')).toBe('of client-5f2e9c')
  })

  it('a number as it is dialled needs its country', () => {
    expect(new Whose('+233000000042', undefined).isIn('0000000042')).toBe(false)
    expect(new Whose('+233000000042', undefined).isIn('+233000000042')).toBe(true)
    expect(new Whose('0000000042', ghana).digits).toBe('233000000042')
    expect(new Whose('+22600000042', readCountry('BF')).isIn('call 00000042')).toBe(true)
    // One of another country.
    expect(new Whose('+2348000000042', ghana).isIn('8000000042')).toBe(false)
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
        Description: 'Two teas for Ama',
        Mobile: 233000000042,
        Recurring: false,
        ExtraData: { hint: 'blue door' },
        '+233000000042': 'note',
      },
      Others: ['+233000000043', 'call +233000000042', 7],
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
        Description: '(erased)',
        Mobile: '+233...042',
        Recurring: false,
        ExtraData: '(erased)',
        '+233...042': 'note',
      },
      Others: ['+233000000043', 'call +233...042', 7],
    },
  })
})
