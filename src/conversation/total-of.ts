import { hundredths, toMajor, toMinor } from '../pushes/minor-units.ts'
import { onGrid } from '../replies/decimal.ts'
import type { TalkPayment } from './talk.ts'

/** How many parts of an item are counted at least. */
export const thousandths = 1_000

/**
 * What is to be paid in all: hundredths times thousandths in whole numbers, half a hundredth rounded up, since a float
 * has 0.35 x 0.1 just below its half.
 *
 * @returns NaN where it is no amount of money, which no reply takes
 */
export function totalOf({ price, quantity }: Pick<TalkPayment, 'price' | 'quantity'>): number {
  const cost = onGrid(price, hundredths)
  const count = onGrid(quantity, thousandths)
  if (cost === undefined || count === undefined) return Number.NaN
  // The product of two numbers that are safe need not be.
  const parts = BigInt(toMinor(cost)) * BigInt(Math.round(count * thousandths))
  const minor = (parts + half) / whole
  return onGrid(toMajor(Number(minor)), hundredths) ?? Number.NaN
}

const whole = BigInt(thousandths)
const half = whole / 2n
