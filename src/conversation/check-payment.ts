import { limits } from '../catalogue/limits.ts'
import { hundredths } from '../pushes/minor-units.ts'
import { onGrid } from '../replies/decimal.ts'
import { describeValue } from '../replies/describe-value.ts'
import { isVisible } from '../replies/read-text.ts'
import { checkNames } from './questions/check-names.ts'
import type { TalkPayment } from './talk.ts'
import { FMW_TALK_STEP } from './talk-errors.ts'
import { thousandths, totalOf } from './total-of.ts'

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
