import { expect, test } from 'vitest'
import { isFinalStatus, messageStatuses, readMessageStatus } from '../../src/catalogue/message-statuses.ts'

// Reference 3.2, as it is written there.
const words =
  'Rejected, Submitted, Delivered, Buffered, Accepted, Undeliverable, Deleted, Expired, Received, Unknown, Error, ' +
  'Buffered Locally, Scheduled, Sent, Expired Locally, Out of Credit, SMSC Invalid, Blacklisted, Unrouteable, ' +
  'Exceeded Limited, Invalid Source Address, Invalid Destination Address, Invalid Message Length, Invalid Time, ' +
  'Invalid Message ID, Invalid Account ID/Number'

test('the table has the words of reference 3.2', () => {
  expect(messageStatuses.map((row) => row.status)).toEqual(words.split(', '))
})

test.each(words.split(', '))('%s is read whatever its case and separators', (word) => {
  expect(readMessageStatus(word)).toBe(word)
  expect(readMessageStatus(word.toUpperCase())).toBe(word)
  expect(readMessageStatus(word.toLowerCase().replaceAll(' ', ''))).toBe(word)
  expect(readMessageStatus(word.replaceAll(' ', '-'))).toBe(word)
  expect(readMessageStatus(word.replaceAll(' ', '_').replaceAll('/', ''))).toBe(word)
})

test.each([
  '',
  'Deliver',
  'constructor',
  'Bac\u212aed',
  'Blac\u212alisted',
  'Delivered!',
  `Delivered${' '.repeat(100)}`,
])('%j is no status', (text) => {
  expect(readMessageStatus(text)).toBeUndefined()
})

test('a status is final when nothing can follow it: arrived, removed, out of time, or refused', () => {
  expect(messageStatuses.filter((row) => !row.final).map((row) => row.status)).toEqual([
    'Submitted',
    'Buffered',
    'Accepted',
    'Received',
    'Unknown',
    'Error',
    'Buffered Locally',
    'Scheduled',
    'Sent',
  ])
})

test.each(messageStatuses)('$status is final in any spelling, or in none', ({ status, final }) => {
  expect(isFinalStatus(status)).toBe(final)
  expect(isFinalStatus(status.toUpperCase().replaceAll(' ', ''))).toBe(final)
})

test.each(['', 'Lost', 'Delivered soon', 'constructor'])('%j is in no table, and so not final', (status) => {
  expect(isFinalStatus(status)).toBe(false)
})
