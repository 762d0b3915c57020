import { describe, expect, it } from 'vitest'
import { phone } from '../../../src/conversation/index.ts'
import { countries } from '../../../src/text/countries.ts'
import { context, readBy } from './reading.ts'

const line = ['Phone number, such as +233123456789.']

describe('a question for a phone number', () => {
  it.each(['+233000000000', '00233000000000', '+233 00 000 0000', '\uff0b233000000000'])(
    'answers %j in international form',
    (entered) => {
      expect(readBy(phone(), entered)).toBe('+233000000000')
    },
  )

  it('reads a number as it is dialled inside its country', () => {
    expect(readBy(phone({ country: 'GH' }), '000 000 0000')).toBe('+233000000000')
    const own = { callingCode: '233', nationalLengths: [9], trunk: '0' }
    expect(readBy(phone({ country: own }), '0000000000')).toBe('+233000000000')
  })

  it('takes the country of the registration where it has none', () => {
    expect(phone().read('0000000000', { ...context, country: countries.GH })).toEqual({ answer: '+233000000000' })
    expect(phone({ country: 'GH' }).read('0000000000', { ...context, country: countries.NG })).toEqual({
      answer: '+233000000000',
    })
  })

  it.each(['0000000000', '+233', 'Ama', '12', '+2330000000000000000', '1/2/2026'])(
    'reads no number in %j',
    (entered) => {
      expect(readBy(phone(), entered)).toEqual(line)
    },
  )

  it('lets rich channels type a phone number', () => {
    expect(phone().field).toBe('phone')
  })
})
