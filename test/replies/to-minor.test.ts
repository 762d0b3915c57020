import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMinor } from '../../src/index.ts'

describe('toMinor', () => {
  it.each([
    [60.1, 6010],
    [8.2 * 3, 2460],
    [0.1 + 0.2, 30],
    [1.15 * 3, 345],
    [0, 0],
    [0.01, 1],
    [999_999_999.99, 99_999_999_999],
  ])('gives %d in hundredths', (amount, minor) => {
    expect(toMinor(amount)).toBe(minor)
  })

  it('gives back every number of hundredths', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (minor) => {
        expect(toMinor(minor / 100)).toBe(minor)
      }),
    )
  })

  it.each([
    [1.005, 'the number 1.005'],
    [-1, 'the number -1'],
    [0.001, 'the number 0.001'],
    [Number.NaN, 'the number NaN'],
    [Number.POSITIVE_INFINITY, 'the number Infinity'],
    [10 ** 15, 'the number 1000000000000000'],
    ['60.1', 'a string of 4 characters'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('refuses %s, which is no amount', (value, shown) => {
    expect(() => Reflect.apply(toMinor, undefined, [value])).toThrow(
      expect.objectContaining({ code: 'FMW_AMOUNT', message: expect.stringContaining(`it was given ${shown}.`) }),
    )
  })
})
