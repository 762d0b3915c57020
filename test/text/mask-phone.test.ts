import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskPhone } from '../../src/text/phone.ts'

test.each([
  ['+233000000000', '+233...000'],
  ['233000000000', '233...000'],
  ['0000000000', '000...000'],
  ['000000000', '000...000'],
  ['+233 (0) 00-000.0000', '+233...000'],
])('%s keeps the start and the end of a phone number', (text, masked) => {
  expect(maskPhone(text)).toBe(masked)
})

test.each([
  ['', ''],
  ['7', '...'],
  ['12', '...'],
  ['1234', '...4'],
  ['00000000', '...00'],
  ['opaque-id-7f3', '...7f3'],
  ['<script>', '...t?'],
  ['0'.repeat(100_000), '...000'],
])('%j, which is no phone number, keeps at most a third and at most three characters', (text, masked) => {
  expect(maskPhone(text)).toBe(masked)
})

test('nothing that could break a log line or a terminal passes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(maskPhone(text)).toMatch(/^(|\+?\d{3}...\d{3}|...[A-Za-z0-9?]{0,3})$/)
    }),
  )
  expect(maskPhone('abcdefg\r\n\u001b')).toBe('...???')
})

test('at least three characters of a phone number stay hidden', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+?\d{9,15}$/), (number) => {
      const shown = maskPhone(number).replace('...', '')
      expect(number.length - shown.length).toBeGreaterThanOrEqual(3)
    }),
  )
})
