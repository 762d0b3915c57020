import { expect, it } from 'vitest'
import { withOtherSigns } from '../../src/pushes/outcome.ts'

const none = { amount: 5, code: null, isSuccessful: null, word: null }
const paid = { outcome: 'paid', why: 'it says so' } as const

it.each([
  [{ ...none, amount: 0 }, 'undetermined'],
  [{ ...none, code: '2001' }, 'undetermined'],
  [{ ...none, code: '0005' }, 'undetermined'],
  [{ ...none, isSuccessful: false }, 'undetermined'],
  [{ ...none, word: 'Failed' }, 'undetermined'],
  [{ ...none, word: 'Pending' }, 'undetermined'],
  [none, 'paid'],
  [{ ...none, amount: null }, 'paid'],
  [{ ...none, code: '0000', isSuccessful: true, word: 'Settled' }, 'paid'],
])('another sign may take paid back, and never gives it: %j is %s', (signs, outcome) => {
  expect(withOtherSigns(paid, signs).outcome).toBe(outcome)
})

it('what is not paid stays as it is', () => {
  const failed = { outcome: 'failed', why: 'a failure code' } as const
  expect(withOtherSigns(failed, { ...none, amount: 0, isSuccessful: true })).toBe(failed)
})
