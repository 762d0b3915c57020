import { readAmount, readQuantity } from './checks/amount.ts'
import { describeValue } from './checks/describe-value.ts'
import { ReplyPaymentError } from './checks/errors.ts'
import { longestText, readText } from './checks/read-text.ts'

/**
 * One line of a checkout from a programmable service (reference 2.6, Item). Other fields are left out, so a
 * row of a database can be given as it is.
 *
 * @example
 * ```ts
 * turn.pay('Confirm on the next screen', { name: 'Ticket', quantity: 2, price: 12.5 })
 * ```
 */
export interface ReplyItem {
  readonly name: string
  /** Above 0, at most 3 decimals. */
  readonly quantity: number
  /** Of one, in major currency units, above 0, at most 2 decimals. */
  readonly price: number
}

/**
 * Checks one item or a list of them.
 *
 * @throws FMW_REPLY_PAYMENT when there is none; FMW_REPLY_TEXT, FMW_REPLY_AMOUNT or
 * FMW_REPLY_QUANTITY for what is wrong in one
 * @example
 * ```ts
 * readItems({ name: 'Tea', quantity: 1, price: 5 }) // an array of one
 * ```
 */
export function readItems(items: ReplyItem | readonly ReplyItem[]): readonly ReplyItem[] {
  if (!isList(items)) return Object.freeze([readItem('item', items)])
  if (items.length === 0) throw new ReplyPaymentError(expected, describeValue(items))
  return Object.freeze(items.map((item, index) => readItem(`item ${index + 1}`, item)))
}

function readItem(what: string, item: ReplyItem): ReplyItem {
  if (typeof item !== 'object' || item === null) throw new ReplyPaymentError(expected, describeValue(item))
  return Object.freeze({
    name: readText(`name of the ${what}`, item.name, longestText),
    quantity: readQuantity(`quantity of the ${what}`, item.quantity),
    price: readAmount(`price of the ${what}`, item.price),
  })
}

/** Array.isArray does not tell a readonly array from one item. */
function isList(items: ReplyItem | readonly ReplyItem[]): items is readonly ReplyItem[] {
  return Array.isArray(items)
}

const expected = 'an item { name, quantity, price } or an array of at least one'
