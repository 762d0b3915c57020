import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOff } from '../../src/inbox/endings.ts'

const almostOne = () => 1 - Number.EPSILON
const settings = { minDelay: 1_000, maxDelay: 3_600_000 }

describe('the wait between attempts', () => {
  it('may be twice as long after each failure, up to an hour', () => {
    const longest = [1, 2, 3, 4, 9, 12, 13, 40, 5_000].map((failures) => backOff(failures, settings, almostOne))
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 256_000, 2_048_000, 3_600_000, 3_600_000, 3_600_000])
  })

  it('is anything up to that, so that what failed together does not come back together', () => {
    expect(backOff(3, settings, () => 0)).toBe(0)
    expect(backOff(3, settings, () => 0.5)).toBe(2_000)
  })

  it('is a whole number of ms within its limits, whatever the settings', () => {
    const whole = fc.integer({ min: 0, max: 2_147_483_647 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        whole,
        whole,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, minDelay, maxDelay, chance) => {
          const wait = backOff(failures, { minDelay, maxDelay }, () => chance)
          expect(Number.isInteger(wait)).toBe(true)
          expect(wait).toBeGreaterThanOrEqual(0)
          expect(wait).toBeLessThanOrEqual(maxDelay)
        },
      ),
    )
  })
})
