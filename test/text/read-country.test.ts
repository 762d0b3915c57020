import { expect, test } from 'vitest'
import { CountryError, readCountry } from '../../src/text/countries.ts'

test('a code of the table gives its numbering', () => {
  expect(readCountry('GH')).toMatchObject({ callingCode: '233', nationalLengths: [9], trunk: '0' })
})

test('a numbering of its own is taken, without what does not belong to it', () => {
  const setting = { callingCode: '44', nationalLengths: [9, 10], trunk: '0', capital: 'x' }
  expect(readCountry(setting)).toEqual({ callingCode: '44', nationalLengths: [9, 10], trunk: '0' })
})

test('a trunk prefix may be left out', () => {
  expect(readCountry({ callingCode: '45', nationalLengths: [8] })).toEqual({ callingCode: '45', nationalLengths: [8] })
})

test('changing the setting afterwards changes nothing', () => {
  const nationalLengths = [8]
  const numbering = readCountry({ callingCode: '45', nationalLengths })
  nationalLengths.push(9)
  expect(numbering.nationalLengths).toEqual([8])
})

test.each([
  ['an unknown code', 'XX'],
  ['a code in lower case', 'gh'],
  ["a name of every object's", 'constructor'],
  ['nothing', undefined],
  ['null', null],
  ['a number', 233],
  ['no calling code', { nationalLengths: [9] }],
  ['a calling code that is a number', { callingCode: 233, nationalLengths: [9] }],
  ['a calling code with a plus', { callingCode: '+233', nationalLengths: [9] }],
  ['a calling code that is too long', { callingCode: '2331', nationalLengths: [9] }],
  ['a calling code that starts with 0', { callingCode: '023', nationalLengths: [9] }],
  ['no lengths', { callingCode: '233' }],
  ['lengths that are no list', { callingCode: '233', nationalLengths: 9 }],
  ['an empty list of lengths', { callingCode: '233', nationalLengths: [] }],
  ['a length that is a string', { callingCode: '233', nationalLengths: ['9'] }],
  ['a length with a fraction', { callingCode: '233', nationalLengths: [9.5] }],
  ['a length that makes too short a number', { callingCode: '233', nationalLengths: [9, 4] }],
  ['a length that makes too long a number', { callingCode: '233', nationalLengths: [13] }],
  ['a trunk prefix that is a number', { callingCode: '233', nationalLengths: [9], trunk: 0 }],
  ['an empty trunk prefix', { callingCode: '233', nationalLengths: [9], trunk: '' }],
])('%s is refused', (_, setting) => {
  expect(() => readCountry(setting)).toThrow(CountryError)
})

test('the error is a TypeError with a code, says what was given, and lists what is allowed', () => {
  const error = thrownBy(() => readCountry('XX'))
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ code: 'FMW_COUNTRY', message: expect.stringMatching(/'XX'.*BF, BI, BJ.*callingCode/s) })
})

test('a huge setting does not make a huge message', () => {
  const error = thrownBy(() => readCountry('X'.repeat(100_000)))
  expect(String(error).length).toBeLessThan(1000)
})

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
