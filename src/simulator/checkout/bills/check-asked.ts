import { anObject, aWordOf, checkValue, type WrongField } from '../../check-arguments.ts'
import { mostExact } from './amount.ts'
import type { AskedBill } from './bills.ts'

/** What a test asks to be paid, as JavaScript gives it. @throws what `wrong` makes */
export function checkAsked(asked: AskedBill, wrong: WrongField): void {
  checkValue('the bill', asked, anObject, wrong)
  checkValue('source', asked.source, aWordOf(Object.keys(texts)), wrong)
  for (const name of texts[asked.source]) {
    if (typeof Reflect.get(asked, name) !== 'string') throw wrong(name, 'is required, as text')
  }
  if (asked.source !== 'fulfilment') {
    checkAboveZero('amount', asked.amount, wrong)
    return
  }
  if (!Array.isArray(asked.items) || asked.items.length === 0) throw wrong('items', 'must be a list that is not empty')
  for (const [at, item] of asked.items.entries()) {
    if (typeof item?.name !== 'string') throw wrong(`items.${at}.name`, 'is required, as text')
    checkAboveZero(`items.${at}.quantity`, item.quantity, wrong)
    checkAboveZero(`items.${at}.price`, item.price, wrong)
  }
}

/** The texts that each source needs. */
const texts: Readonly<Record<AskedBill['source'], readonly string[]>> = {
  checkout: ['description', 'reference', 'callbackUrl', 'returnUrl', 'cancellationUrl'],
  ussdPayment: ['description', 'sessionId', 'mobile'],
  fulfilment: ['sessionId', 'mobile'],
}

function checkAboveZero(name: string, given: unknown, wrong: WrongField): void {
  if (!(typeof given === 'number' && given > 0 && given < mostExact)) throw wrong(name, 'must be a number above 0')
}
