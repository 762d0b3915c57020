import { expect, test } from 'vitest'
import { canonicalPaymentCode, paymentCodeResult, paymentCodes } from '../../src/catalogue/payment-codes.ts'

// Reference 7.1, row by row.
const ofTheReference = [
  ['0000', 'success'],
  ['0001', 'unknown'],
  ['0002', 'pending'],
  ['4105', 'unknown'],
  ['2050', 'failure'],
  ['2051', 'failure'],
  ['2100', 'failure'],
  ['2101', 'failure'],
  ['2102', 'failure'],
  ['2103', 'failure'],
  ['2152', 'failure'],
  ['2153', 'failure'],
  ['2154', 'failure'],
  ['2200', 'failure'],
  ['2201', 'failure'],
] as const

const ofTheFieldNotes = [
  ['0005', 'unknown'],
  ['2001', 'failure'],
  ['4000', 'failure'],
  ['4070', 'failure'],
  ['4101', 'failure'],
  ['4103', 'failure'],
] as const

test.each(ofTheReference)('%s is a code of the reference and means %s', (code, result) => {
  expect(paymentCodeResult(code)).toBe(result)
  expect(paymentCodes.find((row) => row.code === code)).toMatchObject({ source: 'reference', section: '7.1', result })
})

test.each(ofTheFieldNotes)('%s is marked as a code of the field notes and means %s', (code, result) => {
  expect(paymentCodeResult(code)).toBe(result)
  expect(paymentCodes.find((row) => row.code === code)).toMatchObject({ source: 'field notes', result })
})

test('the table holds these codes, each once, and no other', () => {
  const expected = [...ofTheReference, ...ofTheFieldNotes].map(([code]) => code)
  expect(paymentCodes.map((row) => row.code).toSorted()).toEqual(expected.toSorted())
})

test('every code has a meaning, and the reference tells what mends four of them', () => {
  expect(paymentCodes.filter((row) => row.meaning === '')).toEqual([])
  const mendable = paymentCodes.filter((row) => row.source === 'reference' && row.action !== undefined)
  expect(mendable.map((row) => row.code)).toEqual(['0001', '2050', '2051', '4105'])
})

test('a code of no table says nothing about the payment', () => {
  expect(paymentCodeResult('9999')).toBeUndefined()
  expect(paymentCodeResult('constructor')).toBeUndefined()
  expect(paymentCodeResult('')).toBeUndefined()
})

test.each([
  ['0', '0000'],
  ['00', '0000'],
  ['000', '0000'],
  ['0000', '0000'],
  ['5', '0005'],
  [' 2001\n', '2001'],
  ['402', '0402'],
  ['00000', '00000'],
  ['UUT', 'UUT'],
  ['-1', '-1'],
  ['٠', '٠'],
  ['', ''],
])('the canonical spelling of %j is %j', (value, canonical) => {
  expect(canonicalPaymentCode(value)).toBe(canonical)
})
