import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { maskReference, maskWritten } from '../../src/text/phone.ts'

describe('a number in what people write', () => {
  it.each([
    ['called 024 123 4567', 'called 024...567'],
    ['called +233 24 123 4567, no answer', 'called +233...567, no answer'],
    ['024-123-4567 or (020) 765.4321.', '024...567 or (020...321.'],
    ['0241234567', '024...567'],
    ['of 24.11.2026 024 123 4567', 'of 24.11.2026 024...567'],
    ['024 123 4567 24.11.2026', '024...567 24.11.2026'],
    ['024 123 4567 020 765 4321', '024...567 020...321'],
    ['3 024 123 4567', '3 024...567'],
    ['0 2 4 1 2 3 4 5 6 7', '024...567'],
    ['call ٠٢٤١٢٣٤٥٦٧, or ۰۲۴۱۲۳۴۵۶۷.', 'call 024...567, or 024...567.'],
    ['𞥐𞥒𞥔𞥑𞥒𞥓𞥔𞥕𞥖𞥗 ok', '024...567 ok'],
    ['０２４１２３４５６７', '024...567'],
    ['０２４－１２３－４５６７', '024...567'],
    ['0\ufe0f\u20e324 123 4567', '024...567'],
    ['024–123–4567 or 024—123—4567', '024...567 or 024...567'],
    ['024\u00a0123\u00a04567', '024...567'],
    ['024\u2009123\u20094567', '024...567'],
    ['024\u200b1234567 ok\u200b', '024...567 ok\u200b'],
    ['024_123_4567', '024...567'],
    ['024_123_4567 5', '024...567 5'],
    ['024·123·4567', '024...567'],
    ['(024) 123 4567', '(024...567'],
    ['0241234567\n0207654321\t0241234567', '024...567\n020...321\t024...567'],
    ['GHS 50 024 123 4567', 'GHS 50 024...567'],
    ['GHS 0.50 0.60 0.70 024 123 4567', 'GHS 0.50 0.60 0.70 024...567'],
    ['02.41.23.45.67', '024...567'],
    ['02.41 23.45 67', '024...567'],
    ['GHS 024 123 4567', 'GHS 024...567'],
    ['24/11/2026 024 123 4567', '24/11/2026 024...567'],
    ['0241234567x and 0241234567 x', '024...567x and 024...567 x'],
    ['+233 (0) 24 123 4567', '+233...567'],
    ['+233  24  123  4567', '+233...567'],
    ['0241234567/0207654321', '024...567/020...321'],
    ['024 123 4567/020 765 4321', '024...567/020...321'],
  ])('%j is shortened', (text, shown) => {
    expect(maskWritten(text)).toBe(shown)
  })

  it.each([
    'paid on 24.11.2026 at 10:15',
    'from 2026-11-24 10:15:00.123',
    '1/12/2026 GHS 1 250.50',
    'GHS 12 000.00 of 3 bags',
    'order 2026-0012-17',
    'order INV/2026/000123 of 01/02/26 1015',
    'INV_0001_000123',
    'GHS 1 250 000 or 250 000 000',
    'How much?\n1 0.50\n2 1.00\n3 1.50\n0 Back',
    'How much?\n1. 500\n2. 1000\n3. 2000\n00. More',
    'ORD0012345678',
    '12 345 6789',
    'order 12 345 6789',
    'GHS 12 345 6789',
    '050\n100\n2000',
    '050\r\n100\r\n2000',
    '020\t100\t2000',
    '050/100/2000',
    '012/345/6789',
    'INV/2026/11/000017',
    '10.00 20.00 30.00',
    '1000.00 200000.00',
    'of 0.10 0.20 0.30 0.40',
    '0.10 0.20 0.30 4',
    'GHS 0.50 0.60 0.70',
    'GHS 0.5 0.6 0.7 0.8 0.9',
    'GH₵233 000 000 000',
    'account 24 500 2026',
    '٢٤.١١.٢٠٢٦ at ١٠:١٥',
    'GHS 1\u00a0250.50 – 2\u202f000.00',
    'tail ½ ½ of 3 bags – ok\u200b',
    '3f0c9b1e-7a5d-4c2f-8e6b-1a0d9c8b7a65',
    'no digits',
  ])('%j stays', (text) => {
    expect(maskWritten(text)).toBe(text)
  })

  it('has at most six of its digits left, however it is spaced', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', ') ', ' (', '–', '\u00a0', '\u200b', '·')
    fc.assert(
      fc.property(
        fc.constantFrom('0241234567', '08031234567', '233241234567'),
        fc.array(separators, { minLength: 12, maxLength: 12 }),
        fc.constantFrom('', 'call ', 'x: '),
        (digits, between, lead) => {
          const written = Array.from(digits, (digit, at) => digit + (at < digits.length - 1 ? between[at] : '')).join(
            '',
          )
          // With its calling code it has a plus.
          const shown = maskWritten(lead + (digits.startsWith('0') ? '' : '+') + written)
          expect(shown.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(6)
        },
      ),
    )
  })
})

test('a reference with a space is what people write; one without is an identifier', () => {
  expect(maskReference('Kofi 024 123 4567')).toBe('Kofi 024...567')
  expect(maskReference('0012-3456-78')).toBe('0012-3456-78')
  expect(maskReference('order-0241234567')).toBe('order-024...567')
})
