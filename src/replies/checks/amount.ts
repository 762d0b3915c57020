import { hundredths } from '../../pushes/money/amount.ts'
import { describeValue } from './describe-value.ts'
import { FMW_AMOUNT, ReplyAmountError, ReplyQuantityError } from './errors.ts'

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

/**
 * An amount of money in major currency units, at most 2 decimals, without float tail.
 *
 * @throws FMW_REPLY_AMOUNT
 * @example
 * ```ts
 * readAmount('amount', 0.1 + 0.2) // 0.3
 * ```
 */
export function readAmount(what: string, value: unknown): number {
  const amount = onGrid(value, 100)
  if (amount === undefined) throw new ReplyAmountError(what, describeValue(value))
  return amount
}

/**
 * How many or how much of an item, at most 3 decimals (weights and volumes), without float tail.
 *
 * @throws FMW_REPLY_QUANTITY
 * @example
 * ```ts
 * readQuantity('quantity', 1.25) // 1.25
 * ```
 */
export function readQuantity(what: string, value: unknown): number {
  const quantity = onGrid(value, 1000)
  if (quantity === undefined) throw new ReplyQuantityError(what, describeValue(value))
  return quantity
}
