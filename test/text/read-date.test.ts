import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate } from '../../src/text/read-date.ts'

test.each([
  ['2026-03-01T09:30:15.123Z', '2026-03-01T09:30:15.123Z'],
  ['2026-03-01T09:30:15Z', '2026-03-01T09:30:15.000Z'],
  ['2026-03-01T09:30:15.1Z', '2026-03-01T09:30:15.100Z'],
  ['2026-03-01T09:30:15.1234567Z', '2026-03-01T09:30:15.123Z'],
  ['2026-03-01T09:30:15.999999999Z', '2026-03-01T09:30:15.999Z'],
  ['2026-03-01T09:30:15,5', '2026-03-01T09:30:15.500Z'],
  ['2026-03-01T09:30:15+00:00', '2026-03-01T09:30:15.000Z'],
  ['2026-03-01T09:30:15+0000', '2026-03-01T09:30:15.000Z'],
  ['2026-03-01T09:30:15+01:30', '2026-03-01T08:00:15.000Z'],
  ['2026-03-01T09:30:15-0130', '2026-03-01T11:00:15.000Z'],
  ['2026-03-01T00:30:15+01', '2026-02-28T23:30:15.000Z'],
  ['2026-03-01 09:30:15 +0100', '2026-03-01T08:30:15.000Z'],
  ['2026-03-01T09:30:15', '2026-03-01T09:30:15.000Z'],
  ['2026-03-01t09:30z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01 09:30:15', '2026-03-01T09:30:15.000Z'],
  ['2026-03-01 09:30', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  [' 2026-03-01 ', '2026-03-01T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['/Date(1772357415123)/', '2026-03-01T09:30:15.123Z'],
  ['/Date(1772357415123+0100)/', '2026-03-01T09:30:15.123Z'],
  ['/Date(-1)/', '1969-12-31T23:59:59.999Z'],
])('%s is %s', (text, expected) => {
  expect(readDate(text)?.toISOString()).toBe(expected)
})

test.each([
  ['a day and a month that could change places', '01/02/2026'],
  ['a date with slashes', '2026/03/01'],
  ['month 13', '2026-13-01'],
  ['month 0', '2026-00-01'],
  ['day 0', '2026-03-00'],
  ['30 February', '2026-02-30'],
  ['29 February of a common year', '2026-02-29T00:00:00Z'],
  ['hour 24', '2026-03-01T24:00:00Z'],
  ['minute 60', '2026-03-01 09:60'],
  ['second 60', '2026-03-01 09:30:60'],
  ['a zone beyond any', '2026-03-01T09:30:00+15:00'],
  ['a zone with 60 minutes', '2026-03-01T09:30:00+01:60'],
  ['ten fraction digits', '2026-03-01T09:30:00.1234567890Z'],
  ['a zone on a date alone', '2026-03-01Z'],
  ['an hour alone', '2026-03-01T09'],
  ['the unset date of some platforms', '0001-01-01T00:00:00'],
  ['a year before 1900', '1899-12-31'],
  ['the unset date in ticks', '/Date(-62135596800000)/'],
  ['ticks beyond year 9999', '/Date(999999999999999)/'],
  ['ticks that are no number', '/Date(x)/'],
  ['a bare number', '1772357415123'],
  ['a spelt month', '1 March 2026'],
  ['Arabic digits', '٢٠٢٦-٠٣-٠١'],
  ['a line feed at the end', '2026-03-01\n'],
  ['nothing', ''],
])('%s is not read', (_, text) => {
  expect(readDate(text)).toBeNull()
})

test('a huge text is refused without being searched', () => {
  const started = process.cpuUsage().user
  expect(readDate(`2026-03-01T09:30:15.${'1'.repeat(5_000_000)}`)).toBeNull()
  expect(readDate(' '.repeat(5_000_000))).toBeNull()
  expect(process.cpuUsage().user - started).toBeLessThan(10_000_000)
})

test('every moment from 1900 to 9999 comes back from its own spelling', () => {
  const moment = fc.date({ min: new Date('1900-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') })
  fc.assert(
    fc.property(
      moment.filter((date) => !Number.isNaN(date.getTime())),
      (date) => {
        expect(readDate(date.toISOString())).toEqual(date)
        expect(readDate(date.toISOString().replace('T', ' ').replace('Z', ''))).toEqual(date)
        expect(readDate(`/Date(${date.getTime()})/`)).toEqual(date)
      },
    ),
  )
})

test('whatever comes in, a real date or null comes out', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789-T: Z+.') }))
  fc.assert(
    fc.property(text, (written) => {
      expect(Number.isNaN(readDate(written)?.getTime() ?? 0)).toBe(false)
    }),
  )
})
