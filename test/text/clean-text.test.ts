import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, isCleanText } from '../../src/text/clean-text.ts'

test.each(['', 'Tea, 5.00\n', 'Tɔn 😀', '\u0001'])('%j is clean and comes back as it is', (text) => {
  expect(isCleanText(text)).toBe(true)
  expect(cleanText(text)).toBe(text)
})

test.each([
  ['NUL', 'a\u0000b\u0000', 'ab'],
  ['a lone high surrogate', 'a\ud83d', 'a\ufffd'],
  ['a lone low surrogate', '\ude00a', '\ufffda'],
  ['two halves that only a NUL keeps apart', '\ud83d\u0000\ude00', '\ufffd\ufffd'],
])('%s is cleaned away', (_, text, cleaned) => {
  expect(isCleanText(text)).toBe(false)
  expect(cleanText(text)).toBe(cleaned)
})

test('whatever is cleaned is clean, and a clean text is not changed', () => {
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code))
  const text = fc
    .array(fc.oneof(unit, fc.constantFrom('\u0000', '\ud83d', '\ude00', 'a')))
    .map((units) => units.join(''))
  fc.assert(
    fc.property(text, (dirty) => {
      expect(isCleanText(cleanText(dirty))).toBe(true)
      expect(cleanText(dirty) === dirty).toBe(isCleanText(dirty))
    }),
  )
})
