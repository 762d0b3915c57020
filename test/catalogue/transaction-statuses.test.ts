import { expect, test } from 'vitest'
import { transactionStatuses } from '../../src/catalogue/transaction-statuses.ts'

test('the reference has three words, in the order of its sample history', () => {
  const words = transactionStatuses.filter((row) => row.source === 'reference')
  expect(words.map((row) => [row.step, row.status])).toEqual([
    [1, 'Pending'],
    [2, 'Success'],
    [3, 'Settled'],
  ])
})

test('the words of the field notes are marked, and have no known order', () => {
  const words = transactionStatuses.filter((row) => row.source === 'field notes')
  expect(words.map((row) => row.status)).toEqual(['Paid', 'Unpaid', 'Refunded'])
  expect(words.filter((row) => row.step !== undefined)).toEqual([])
})
