import { describe, expect, it } from 'vitest'
import { fingerprint, printOf } from '../../src/conversation/record/fingerprint.ts'

describe('the fingerprint of a question', () => {
  it.each([
    ['How many?', 'Howmany'],
    ['Pay 60.00 for 2 x Rice?', 'PayforxRice'],
    ['Ɛte sɛn, Kofi?', 'ƐtesɛnKofi'],
    ['Où?\n1. Là', 'OùLà'],
    ['Pay 🙂 now', 'Paynow'],
    ['12 * 3 = 36?', ''],
    ['@[`{', ''],
    ['AZaz', 'AZaz'],
    ['×÷', ''],
  ])('of %j is its letters', (text, letters) => {
    expect(fingerprint(text)).toBe(letters)
  })

  it('of many letters is short, and still that of all of them', () => {
    const long = 'many letters '.repeat(50)
    expect(fingerprint(long)).toHaveLength(41)
    expect(fingerprint(`${long}x`)).not.toBe(fingerprint(long))
    expect(fingerprint(`${long}, 5`)).toBe(fingerprint(long))
  })

  it('has letters of any script', () => {
    expect(fingerprint('𞤀𞤣𞤤𞤢𞤥?')).toBe('𞤀𞤣𞤤𞤢𞤥')
  })
})

describe('what a question is known by', () => {
  it('is its id where it has one, which no text can be taken for', () => {
    expect(printOf('How many?', 'Howmany', false)).toBe('#Howmany')
    expect(printOf('How many?', undefined, false)).toBe('Howmany')
  })

  it('is its id alone, or nothing of it, where it is sensitive', () => {
    expect(printOf('Your voucher is QWERTY', undefined, true)).toBe('*')
    expect(printOf('Your voucher is QWERTY', 'voucher', true)).toBe('#voucher')
  })

  it('is the same after any number of other questions', () => {
    const texts = Array.from({ length: 2_000 }, (_, at) => `Question ${at}, ${'x'.repeat(at % 40)}`)
    const first = texts.map((text) => printOf(text, undefined, false))
    expect(texts.map((text) => printOf(text, undefined, false))).toEqual(first)
    expect(first).toEqual(texts.map((text) => fingerprint(text)))
  })
})
