import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowerAscii } from '../../src/text/fold-name.ts'

test('A to Z are lower-cased', () => {
  expect(lowerAscii('Success 200 [OK]')).toBe('success 200 [ok]')
})

test('no other letter is', () => {
  expect(lowerAscii('\u212aIND \u00c9')).toBe('\u212aind \u00c9')
})

test('each character keeps its place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const expected = Array.from(text, (character) => (/[A-Z]/.test(character) ? character.toLowerCase() : character))
      expect(lowerAscii(text)).toBe(expected.join(''))
    }),
  )
})
