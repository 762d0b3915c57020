import { expect, it } from 'vitest'
import { toRecorded } from '../../src/store/effects/recorded.ts'

it('what a value says itself against being written is thrown as it is, and once', () => {
  let asked = 0
  const value = {
    toJSON() {
      asked += 1
      throw new RangeError('this order is not loaded')
    },
  }
  expect(() => toRecorded(value)).toThrow(new RangeError('this order is not loaded'))
  expect(asked).toBe(1)
})
