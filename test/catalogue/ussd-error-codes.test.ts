import { expect, test } from 'vitest'
import { networkMessages, ussdErrorCodes } from '../../src/catalogue/ussd-error-codes.ts'

test('the gateway has the seven error codes of reference 7.2', () => {
  expect(ussdErrorCodes.map((row) => row.code)).toEqual(['URNF', 'UUT', 'ST', 'UUE', 'NOCR', 'NOAPP', 'CSP'])
})

test('the network operators have the five messages of reference 7.2', () => {
  expect(networkMessages.map((row) => row.code)).toEqual([
    'SERVICE UNAVAILABLE',
    'UNABLE TO DISPLAY USSD',
    'ERROR AT WASP E150',
    'REQUEST FAILS',
    'ERROR WAP',
  ])
})

test('every row has a meaning and names its section', () => {
  for (const row of [...ussdErrorCodes, ...networkMessages]) {
    expect(row.meaning).not.toBe('')
    expect(row.section).toBe('7.2')
  }
})

test('the time-out says how fast a reply must be', () => {
  expect(ussdErrorCodes.find((row) => row.code === 'UUT')?.action).toContain('7 seconds')
})
