import { describe, expect, it } from 'vitest'
import { nationalDigits } from '../../src/text/phone.ts'

describe('What every spelling of a number has in common', () => {
  it.each([
    ['Ghana', ['+233240000001', '233240000001', '0240000001', '00233240000001', '+233 24 000-0001', '+2330240000001']],
    ['Ghana, with zeros of its own', ['+233000000001', '0000000001', '233000000001', '00233000000001']],
    ['Ivory Coast, whose 0 is no trunk prefix', ['+2250700000001', '0700000001', '2250700000001']],
    ['Togo, which has no trunk prefix', ['+22890000001', '90000001', '0022890000001']],
    ['a country that is not in the table', ['+4412345678', '004412345678', '4412345678']],
  ])('of %s are its digits', (_country, spellings) => {
    expect(new Set(spellings.map(nationalDigits)).size).toBe(1)
  })

  it('differs from one number to another', () => {
    const numbers = ['+233240000001', '+233540000001', '+233240000002', '+2348240000001', '+2332400000011', '+9']
    expect(new Set(numbers.map(nationalDigits)).size).toBe(numbers.length)
  })

  it.each(['', 'user-7', 'webstore', '1'.repeat(60), '+233 (0) 24 000 0001'])('of %o is the text itself', (text) => {
    expect(nationalDigits(` ${text} `)).toBe(text)
  })
})
