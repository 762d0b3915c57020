import { expect, test } from 'vitest'
import { laterStatus, messageStatuses } from '../../src/catalogue/message-statuses.ts'

const words = messageStatuses.map(({ status }) => status)
const underWay = messageStatuses.filter(({ final }) => !final).map(({ status }) => status)
const over = messageStatuses.filter(({ final }) => final).map(({ status }) => status)

test.each([null, undefined])('the first status that is reported is kept where %j was known', (kept) => {
  expect(words.map((word) => laterStatus(kept, word))).toEqual(words)
})

test('a status under way gives way to whatever is reported', () => {
  for (const kept of underWay) expect(words.map((word) => laterStatus(kept, word))).toEqual(words)
})

test('a final status outlives the reports of being under way that come late', () => {
  for (const kept of over) expect(underWay.map((word) => laterStatus(kept, word))).toEqual(underWay.map(() => kept))
})

test('nothing replaces what was delivered, and what was delivered replaces all', () => {
  expect(words.map((word) => laterStatus('Delivered', word))).toEqual(words.map(() => 'Delivered'))
  expect(words.map((word) => laterStatus(word, 'Delivered'))).toEqual(words.map(() => 'Delivered'))
})

test('of two final statuses that did not arrive the reported one is kept', () => {
  expect(laterStatus('Expired', 'Undeliverable')).toBe('Undeliverable')
  expect(laterStatus('Undeliverable', 'Expired')).toBe('Expired')
})

test('statuses are known in any spelling, and one of no table is under way', () => {
  expect(laterStatus('DELIVERED', 'submitted')).toBe('DELIVERED')
  expect(laterStatus('expiredlocally', 'On its way')).toBe('expiredlocally')
  expect(laterStatus('On its way', 'Sent')).toBe('Sent')
})
