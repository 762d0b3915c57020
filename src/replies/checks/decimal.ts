import { hundredths } from '../../pushes/money/amount.ts'
import { describeValue } from './describe-value.ts'
import { FMW_AMOUNT } from './errors.ts'

/**
 * A number on a grid of decimals: a float tail is cut off (`0.1 + 0.2` is 0.3 on a grid of 100), and what
 * lies off the grid is undefined, never rounded: 10.005 is a mistake of the caller, and guessing at money is
 * worse than refusing it.
 *
 * @param value above 0
 * @param parts how many parts make one: 100 for 2 decimals, 1000 for 3
 * @returns the nearest grid value, or undefined when the number is none, not above 0, off the grid, or too
 * large for its parts to be a safe integer
 * @example
 * ```ts
 * onGrid(0.1 + 0.2, 100) // 0.3
 * onGrid(10.005, 100) // undefined
 * ```
 */
export function onGrid(value: unknown, parts: number): number | undefined {
  if (typeof value !== 'number') return undefined
  const count = Math.round(value * parts)
  if (!Number.isSafeInteger(count) || count <= 0) return undefined
  const exact = count / parts
  return Math.abs(value - exact) <= floatTail ? exact : undefined
}

/** How far from the grid a value may lie and still be taken for a float tail. */
const floatTail = 1e-6

/**
 * An amount of major currency units as hundredths, a whole number. Compare and add money in hundredths: `amount * 100`
 * is off by a float tail, so `8.2 * 3 * 100 === 2460` is false.
 *
 * @param amount a number from 0 with at most 2 decimals; the tail of a sum of floats is taken off
 * @returns what `amountMinor` of a payment is compared with
 * @throws FMW_AMOUNT for text, a third decimal, less than 0, and what is no finite number
 * @example
 * toMinor(60.1) // 6010
 * toMinor(8.2 * 3) // 2460
 */
export function toMinor(amount: number): number {
  const exact = amount === 0 ? 0 : onGrid(amount, hundredths)
  if (exact === undefined) throw new FMW_AMOUNT(describeValue(amount))
  return Math.round(exact * hundredths)
}
