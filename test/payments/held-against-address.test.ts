import { expect, it } from 'vitest'
import { heldAgainstAddress } from '../../src/payments/rules/judge-answer.ts'
import { transactionAnswer } from '../../src/testing/index.ts'

const { transaction } = transactionAnswer({ outcome: 'paid', clientReference: 'order-1', startedAt: new Date(0) })
const address = { reference: 'order-1', sessionId: null, amountMinor: 5_000, currency: 'GHS' }

it('money is not held against the time of an address that does not say when it was made', () => {
  if (transaction === null) throw new Error('the answer has no record')
  expect(heldAgainstAddress({ ...address, issuedAt: 10_000_000 }, transaction, () => false)).toContain('beforeAsked')
  expect(heldAgainstAddress(address, transaction, () => false)).toEqual([])
})
