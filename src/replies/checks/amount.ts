import { onGrid } from './decimal.ts'
import { describeValue } from './describe-value.ts'
import { ReplyAmountError, ReplyQuantityError } from './errors.ts'

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
