import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Country, type CountryCode, CountryError, countries, type Numbering } from '../../src/text/countries.ts'
import { mayBePhone, toInternational } from '../../src/text/phone.ts'

test.each([
  ['+233000000000', '+233000000000'],
  ['+233 00 000 0000', '+233000000000'],
  ['+233-00-000-0000', '+233000000000'],
  ['+233.00.000.0000', '+233000000000'],
  ['+ (233) 00-000 0000', '+233000000000'],
  [' +233000000000 ', '+233000000000'],
  ['00233000000000', '+233000000000'],
  ['00 233 00 000 0000', '+233000000000'],
  ['+10000000', '+10000000'],
  ['+100000000000000', '+100000000000000'],
])('%j is international already', (text, expected) => {
  expect(toInternational(text)).toBe(expected)
  expect(toInternational(text, 'GH')).toBe(expected)
})

test.each([
  ['too short', '+1000000'],
  ['too long', '+1000000000000000'],
  ['a first digit of 0', '+0233000000000'],
  ['two plus signs', '++233000000000'],
  ['a plus inside', '233+000000000'],
  ['a trunk prefix in brackets', '+233 (0) 000000000'],
  ['a trunk prefix kept', '+2330000000000'],
  ['a trunk prefix kept after 00', '002330000000000'],
  ['a letter', '+23300000000o'],
  ['Arabic digits', '+٢٣٣٠٠٠٠٠٠٠٠٠'],
  ['full-width digits', '＋２３３０００００００００'],
  ['a tab', '+233\t000000000'],
  ['a line feed at the end', '+233000000000\n'],
  ['a NUL', '+233000000000\u0000'],
  ['two separators in a row', '+233--000000000'],
  ['a dash in front', '-233000000000'],
  ['an extension', '+233000000000#1'],
  ['separators only', '( ) - .'],
  ['nothing', ''],
])('%s is not certain', (_, text) => {
  expect(toInternational(text)).toBeNull()
  expect(toInternational(text, 'GH')).toBeNull()
})

test.each([
  ['233000000000', '+233000000000'],
  [' 233000000000', '+233000000000'],
  ['233 00 000 0000', '+233000000000'],
  ['2340000000000', '+2340000000000'],
  ['27000000000', '+27000000000'],
  ['2290000000000', '+2290000000000'],
  ['22900000000', '+22900000000'],
])('%j lost its plus, and its calling code and length tell', (text, expected) => {
  expect(toInternational(text)).toBe(expected)
})

test.each([
  ['a length that its country does not have', '2330000000'],
  ['a calling code of no country in the table', '10000000000'],
  ['as many digits as a national number somewhere', '2200000000'],
  ['dots, as in a network address', '27.100.000.000'],
  ['dashes, as in a date', '2026-03-01 0000'],
  ['a national number', '0000000000'],
])('without a country, %s is not certain', (_, text) => {
  expect(toInternational(text)).toBeNull()
})

test.each<[Country, string, string]>([
  ['GH', '0000000000', '+233000000000'],
  ['GH', '000 000 0000', '+233000000000'],
  ['GH', '(000) 000-0000', '+233000000000'],
  ['NG', '00000000000', '+2340000000000'],
  ['ZA', '0000000000', '+27000000000'],
  ['BJ', '00000000', '+22900000000'],
  ['BJ', '0100000000', '+2290100000000'],
  ['CI', '0700000000', '+2250700000000'],
  ['CG', '060000000', '+242060000000'],
  ['TG', '00000000', '+22800000000'],
  [{ callingCode: '7', nationalLengths: [10], trunk: '8' }, '80000000000', '+70000000000'],
])('in %s, %s is dialled inside the country', (country, text, expected) => {
  expect(toInternational(text, country)).toBe(expected)
})

test.each<[string, Country, string]>([
  ['without its trunk prefix', 'GH', '000000000'],
  ['too short', 'GH', '00000000'],
  ['too long', 'GH', '00000000000'],
  ['with a trunk prefix in brackets', 'GH', '(0) 000000000'],
])('inside a country, a number %s is not certain', (_, country, text) => {
  expect(toInternational(text, country)).toBeNull()
})

test('the country of the setting is preferred, and another country of the table is read too', () => {
  expect(toInternational('2200000000', 'GM')).toBe('+2200000000')
  expect(toInternational('2200000000', 'GH')).toBe('+2200000000')
  expect(toInternational('2340000000000', 'GH')).toBe('+2340000000000')
})

test('digits that are a number inside the country as well are not certain', () => {
  expect(toInternational('2200000000', 'NG')).toBeNull()
  expect(toInternational('2200000000', 'CI')).toBeNull()
  const trunkOfTwo = { callingCode: '999', nationalLengths: [10], trunk: '2' }
  expect(toInternational('23300000000', trunkOfTwo)).toBe('+9993300000000')
  expect(toInternational('22900000000', trunkOfTwo)).toBeNull()
})

test('where the trunk prefix is the calling code, both readings are one number', () => {
  expect(toInternational('10000000000', { callingCode: '1', nationalLengths: [10], trunk: '1' })).toBe('+10000000000')
})

test('a numbering of the setting decides over the table whether a trunk prefix was kept', () => {
  expect(toInternational('+2330000000000', { callingCode: '233', nationalLengths: [10] })).toBe('+2330000000000')
  expect(toInternational('+4400000000000', { callingCode: '44', nationalLengths: [10], trunk: '0' })).toBeNull()
  expect(toInternational('+4400000000000')).toBe('+4400000000000')
})

test('an unknown country code is an error and not a guess', () => {
  // A caller in plain JavaScript has no compiler to stop it.
  expect(() => Reflect.apply(toInternational, undefined, ['0000000000', 'XX'])).toThrow(CountryError)
})

test.each([
  'opaque-7f3a',
  '1f0e3dad-9990-4f2b-8e1c-000000000000',
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '\ud800',
  '0'.repeat(1_000_000),
  `+233000000000${' '.repeat(1_000_000)}`,
  '+2 '.repeat(11),
])('what stands in for a phone is not taken for one (%#)', (text) => {
  expect(toInternational(text)).toBeNull()
  expect(toInternational(text, 'GH')).toBeNull()
})

test('a result is always of the international form, and reading it again changes nothing', () => {
  const text = fc.oneof(fc.string({ unit: fc.constantFrom(...'0123456789+ -.()') }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(text, fc.option(anyCountry, { nil: undefined }), (written, country) => {
      const number = toInternational(written, country)
      if (number === null) return
      expect(number).toMatch(/^\+[1-9][0-9]{7,14}$/)
      expect(toInternational(number, country)).toBe(number)
    }),
    { numRuns: 1000 },
  )
})

test('every number of every country reads the same with a plus, with 00, and as dialled inside', () => {
  const numbers = anyCountry.chain((code) => fc.tuple(fc.constant(code), nationalNumber(countries[code])))
  fc.assert(
    fc.property(numbers, ([code, national]) => {
      const numbering: Numbering = countries[code]
      const expected = `+${numbering.callingCode}${national}`
      expect(toInternational(expected, code)).toBe(expected)
      expect(toInternational(expected)).toBe(expected)
      expect(toInternational(`00${expected.slice(1)}`, code)).toBe(expected)
      expect(toInternational(expected.slice(1), code)).toBe(expected)
      expect(toInternational(`${numbering.trunk ?? ''}${national}`, code)).toBe(expected)
    }),
  )
})

test.each([
  ['+233000000000', true],
  ['0000000000', true],
  ['000 000 0000', true],
  ['0800 000 0000', true],
  ['077 000000', true],
  ['01 02 2026', false],
  ['1234567890123456', false],
  ['123 456 789', false],
])('%j may be a phone in a text: %j', (text, isOne) => {
  expect(mayBePhone(text)).toBe(isOne)
})

const anyCountry = fc.constantFrom(...Object.keys(countries).filter(isCountryCode))

function isCountryCode(code: string): code is CountryCode {
  return Object.hasOwn(countries, code)
}

/** Digits as the country has them, from 5 up in front, so that they are no calling code and no 00. */
function nationalNumber(numbering: Numbering): fc.Arbitrary<string> {
  return fc.constantFrom(...numbering.nationalLengths).chain((length) => {
    const rest = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length - 1, maxLength: length - 1 })
    return fc.tuple(fc.constantFrom(...'56789'), rest).map((parts) => parts.join(''))
  })
}
