import { hundredths } from '../pushes/minor-units.ts'
import { onGrid } from './decimal.ts'
import { describeValue } from './describe-value.ts'
import { FMW_AMOUNT } from './errors.ts'

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
