import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldToGsm7, gsm7Length } from '../../src/text/gsm7.ts'

test('the default alphabet has 127 characters of one septet', () => {
  expect(codePointsThatCost(1)).toHaveLength(127)
})

test('the extension table has ten characters of two septets', () => {
  expect(codePointsThatCost(2).toSorted()).toEqual(Array.from('\f[\\]^{|}~€'))
})

test.each([
  ['', 0],
  ['Hello\r\n', 7],
  ['5 €', 4],
  ['Ça {ok}', 9],
  ['ΔΦΓΛΩΠΨΣΘΞ', 10],
])('%j takes %i septets', (text, length) => {
  expect(gsm7Length(text)).toBe(length)
})

test.each(['ç', '`', '\t', 'ɔ', '😀', '\ud800', '\u0000', '\u001b', 'ok\uffff'])(
  '%j cannot be said in seven bits',
  (text) => {
    expect(gsm7Length(text)).toBeUndefined()
  },
)

test.each([
  ['what the alphabet has is kept', 'café à 5 €, ñ', 'café à 5 €, ñ'],
  ['an accent that stands alone joins its letter', 'cafe\u0301', 'café'],
  ['a letter without its accented form falls back', 'ça', 'ca'],
  ['a letter of Akan is folded and its neighbours are kept', 'Tɔn é', 'Ton é'],
  ['the cedi is written out', 'GH₵5, ₵6', 'GHS5, GHS6'],
  ['a backtick, a tab and a vertical tab get their nearest', '`a\tb\vc', "'a b\nc"],
  ['controls and foreign signs become a question mark', 'a\u0000b\u4e2d', 'a?b?'],
  ['emoji go', 'Café 😀 5 €', 'Café 5 €'],
])('%s', (_, text, folded) => {
  expect(foldToGsm7(text)).toBe(folded)
})

test('whatever comes in, seven bits come out, and folding again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = foldToGsm7(text)
      expect(gsm7Length(folded)).toBeDefined()
      expect(foldToGsm7(folded)).toBe(folded)
    }),
  )
})

test('a text takes as many septets as its parts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '{', '\n', 'Ω') })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(gsm7Length(one + other)).toBe((gsm7Length(one) ?? 0) + (gsm7Length(other) ?? 0))
    }),
  )
})

function codePointsThatCost(cost: number): string[] {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  return all.filter((character) => gsm7Length(character) === cost)
}
