import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount } from '../../src/pushes/money/amount.ts'
import { readJson } from '../../src/pushes/reading/json.ts'
import { Notes, PushProblem } from '../../src/pushes/reading/push-problem.ts'
import { attempt, problemOf } from './problem-of.ts'

const read = (value: unknown, notes = new Notes()) => readAmount('Data.Amount', value, notes)

describe('an amount', () => {
  it.each([
    [50, 50, 5_000],
    [0, 0, 0],
    [0.01, 0.01, 1],
    [1.1, 1.1, 110],
    [4.35, 4.35, 435],
    [1.15, 1.15, 115],
    [8.2, 8.2, 820],
    [19.99, 19.99, 1_999],
    ['50.00', 50, 5_000],
    ['50', 50, 5_000],
    [' 50.5 ', 50.5, 5_050],
    ['0', 0, 0],
    ['0.00', 0, 0],
    ['007.10', 7.1, 710],
    ['0.1', 0.1, 10],
    [69_999_999_999_999.99, 69_999_999_999_999.99, 6_999_999_999_999_999],
  ])('of %j is %d, in hundredths %i', (value, amount, amountMinor) => {
    expect(read(value)).toEqual({ amount, amountMinor })
  })

  it.each([
    ['a sum of parts', 0.1 + 0.2, 0.3, 30],
    ['just below', 4.999999999999999, 5, 500],
    ['just above', 5.000000000000001, 5, 500],
    ['very small', 1e-10, 0, 0],
    ['the smallest there is', 5e-324, 0, 0],
    ['a text with a tail', '0.30000000000000004', 0.3, 30],
  ])('loses a float tail: %s', (_case, value, amount, amountMinor) => {
    const notes = new Notes()
    expect(read(value, notes)).toEqual({ amount, amountMinor })
    expect(notes.lines).toBeUndefined()
  })

  it.each([0.004, 0.009, 1.005, 1.004999, 10.009, '0.999', 1e-7, '0.0000001'])(
    'of more than 2 decimals has no hundredths: %j is none of a currency',
    (value) => {
      const notes = new Notes()
      expect(read(value, notes)).toEqual({ amount: Number(value), amountMinor: null })
      expect(notes.lines).toEqual(['Data.Amount has more than 2 decimals: no amount of a currency has'])
    },
  )

  it.each([undefined, null, ''])('is null where none came: %j', (value) => {
    expect(read(value)).toEqual({ amount: null, amountMinor: null })
  })

  it('has the hundredths that were written, whatever they are', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 11 }), (minor) => {
        const written = (minor / 100).toFixed(2)
        expect(read(written).amountMinor).toBe(minor)
        expect(read(minor / 100)).toEqual({ amount: minor / 100, amountMinor: minor })
      }),
    )
  })
})

describe('what is no amount is refused', () => {
  it.each([
    [-1, 'an amount of 0 or more', 'a negative number'],
    [-0.001, 'an amount of 0 or more', 'a negative number'],
    [Number.NEGATIVE_INFINITY, 'an amount of 0 or more', 'a negative number'],
    [Number.POSITIVE_INFINITY, 'an amount below 70 trillion', 'a larger one'],
    [70_000_000_000_000, 'an amount below 70 trillion', 'a larger one'],
    [1e21, 'an amount below 70 trillion', 'a larger one'],
    [1.7e308, 'an amount below 70 trillion', 'a larger one'],
    ['99999999999999999999', 'an amount below 70 trillion', 'a larger one'],
    ['999999999999999999999', 'an amount', 'a string'],
    ['-5', 'an amount', 'a string'],
    ['+5', 'an amount', 'a string'],
    ['5,00', 'an amount', 'a string'],
    ['1,000.00', 'an amount', 'a string'],
    ['1e3', 'an amount', 'a string'],
    ['0x10', 'an amount', 'a string'],
    ['5.', 'an amount', 'a string'],
    ['.5', 'an amount', 'a string'],
    ['5 000', 'an amount', 'a string'],
    ['GHS 5', 'an amount', 'a string'],
    ['NaN', 'an amount', 'a string'],
    ['Infinity', 'an amount', 'a string'],
    ['  ', 'an amount', 'a string'],
    ['\u0665', 'an amount', 'a string'],
    [true, 'an amount', 'a boolean'],
    [{}, 'an amount', 'an object'],
    [[5], 'an amount', 'an array'],
  ])('%j', (value, expected, received) => {
    expect(problemOf(() => read(value))).toMatchObject({ field: 'Data.Amount', expected, received })
  })

  it.each(['1e400', '-1e400', '123456789012345678901234567890', '-12345678901234567890'])('%s in JSON', (text) => {
    expect(problemOf(() => read(readJson(text))).field).toBe('Data.Amount')
  })
})

it('any JSON value is an amount of whole hundredths, no amount, or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.jsonValue()), (value) => {
      const result = attempt(() => read(value))
      if (result instanceof PushProblem) {
        expect(result.field).toBe('Data.Amount')
        return
      }
      const isNothing = result.amount === null && result.amountMinor === null
      const { amount, amountMinor } = result
      const isSound = Number(amount) >= 0 && (amountMinor === null || Number.isSafeInteger(amountMinor))
      expect(isNothing || isSound).toBe(true)
    }),
  )
})
