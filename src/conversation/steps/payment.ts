import { limits } from '../../catalogue/limits.ts'
import { hundredths, toMajor, toMinor } from '../../pushes/money/amount.ts'
import { onGrid } from '../../replies/checks/decimal.ts'
import { describeValue } from '../../replies/checks/describe-value.ts'
import { isVisible } from '../../replies/checks/read-text.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import { checkNames } from '../questions/check-options.ts'
import type { TalkPayment } from './ending.ts'

/**
 * What is to be paid, checked the same for every channel: what one refuses is not to pass on another.
 *
 * @throws FMW_TALK_STEP, FMW_QUESTION_NAME
 */
export function checkPayment(given: TalkPayment): TalkPayment {
  if (typeof given !== 'object' || given === null) {
    throw new FMW_TALK_STEP('talk.pay', 'give what is to be paid: { name, quantity, price }')
  }
  const payment = checkNames('talk.pay', names, given, habits)
  const { name, quantity, price, reference, description } = payment
  check('name', 'text', name, isText(name))
  check('quantity', 'a number above 0 with at most 3 decimals', quantity, onGrid(quantity, thousandths) !== undefined)
  check(
    'price',
    'a number above 0 with at most 2 decimals, in major currency units',
    price,
    onGrid(price, hundredths) !== undefined,
  )
  check(
    'price times quantity',
    'an amount from 0.01 on that can be written to the hundredth',
    price * quantity,
    !Number.isNaN(totalOf(payment)),
  )
  if (reference !== undefined) check('reference', 'text', reference, isText(reference))
  if (description !== undefined) {
    const isShort = isText(description) && description.length <= limits.description.max
    check('description', `text of at most ${limits.description.max} characters`, description, isShort)
  }
  return payment
}

function check(field: string, expected: string, value: unknown, isRight: boolean): void {
  if (isRight) return
  throw new FMW_TALK_STEP('talk.pay', `${field} must be ${expected}, but it is ${describeValue(value)}`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && isVisible(value)
}

const names = new Set(['name', 'quantity', 'price', 'reference', 'description', 'callbackUrl'])
const habits = new Map([
  ['amount', 'price'],
  ['cost', 'price'],
  ['qty', 'quantity'],
  ['count', 'quantity'],
])

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
