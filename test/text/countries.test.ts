import { expect, test } from 'vitest'
import { countries, readCountry } from '../../src/text/countries.ts'

const rows = Object.entries(countries)

test('every country of ECOWAS is in the table', () => {
  const members = ['BJ', 'BF', 'CV', 'CI', 'GM', 'GH', 'GN', 'GW', 'LR', 'ML', 'NE', 'NG', 'SN', 'SL', 'TG']
  expect(members.filter((code) => !Object.hasOwn(countries, code))).toEqual([])
})

test('no calling code is the start of another, so a number has at most one country', () => {
  const codes = rows.map(([, row]) => row.callingCode)
  const clashes = codes.filter((code, at) => codes.some((other, there) => there !== at && other.startsWith(code)))
  expect(clashes).toEqual([])
})

test.each(rows)('the row of %s is a numbering that the country setting would allow', (code, row) => {
  expect(code).toMatch(/^[A-Z]{2}$/)
  const { name, ...numbering } = row
  expect(name).not.toBe('')
  expect(readCountry(numbering)).toEqual(numbering)
})
