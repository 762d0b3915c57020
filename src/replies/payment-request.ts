import { limits } from '../catalogue/limits.ts'
import { hundredths, isCurrency, toMajor, toMinor } from '../pushes/money/amount.ts'
import { onGrid, readAmount, readQuantity } from './checks/amount.ts'
import { checkNames } from './checks/check-names.ts'
import { describeValue } from './checks/describe-value.ts'
import {
  ReplyAmountError,
  ReplyCallbackUrlError,
  ReplyOptionValueError,
  ReplyPaymentError,
  ReplyReferenceError,
} from './checks/errors.ts'
import { isVisible, longestText, readText } from './checks/read-text.ts'

/**
 * One item of a payment (reference 2.6, Item). You may give a database row as it is: other fields in `items` are left
 * out.
 *
 * @example
 * ```ts
 * const ticket: ReplyItem = { name: 'Ticket', quantity: 2, price: 12.5 }
 * ```
 */
export interface ReplyItem {
  readonly name: string
  /** Above 0, at most 3 decimals. */
  readonly quantity: number
  /** The price of one, in major currency units, above 0, at most 2 decimals. */
  readonly price: number
}

/**
 * What a payment may have beside what is paid for.
 *
 * @example
 * ```ts
 * const terms: PaymentTerms = { reference: 'order-17' }
 * ```
 */
export interface PaymentTerms {
  /**
   * Your own, such as the id of the order. Your handler finds it in `payment.reference`. Leave it out for none:
   * `undefined` is refused, because it is the id of an order that was not found.
   */
  readonly reference?: string
  /**
   * What the payer reads on USSD (reference 2.8, Description): the end of more than 100 characters is left out. Default:
   * made of the items, and of a reference of at most 60 characters.
   */
  readonly description?: string | undefined
  /**
   * Three capital letters, such as `GHS`: a USSD payment in another currency is `undetermined` (`otherCurrency`). The service is not told
   * of it. Default: currencies aren't compared. Of a cart it is compared with `payment.order.currency` of its notice, which may be null.
   */
  readonly currency?: string | undefined
  /** Where the notice of a USSD payment goes. Default: the address of the registration. */
  readonly callbackUrl?: string | undefined
}

/**
 * What the subscriber pays for: several `items`, one item, or an `amount` with its description. It is the same on every
 * channel. USSD asks for the sum; other channels send the items to the checkout.
 *
 * @example
 * ```ts
 * const one: PaymentRequest = { name: 'Rice 5 kg', quantity: 2, price: 60, reference: 'order-1' }
 * const several: PaymentRequest = { items: [one, { name: 'Tea', quantity: 1, price: 5 }], reference: 'order-1' }
 * const sum: PaymentRequest = { amount: 125, description: 'School fees', reference: 'pupil-7' }
 * ```
 */
export type PaymentRequest =
  | (PaymentTerms & { readonly items: readonly ReplyItem[] } & Without<'amount' | keyof ReplyItem>)
  | (PaymentTerms & ReplyItem & Without<'amount' | 'items'>)
  | (PaymentTerms & { readonly amount: number; readonly description: string } & Without<'items' | keyof ReplyItem>)

type Without<Names extends string> = { readonly [Name in Names]?: undefined }

/** A payment that was checked: what each channel asks for is made of it. */
export class CheckedPayment {
  readonly items: readonly ReplyItem[]
  /** The sum, in major currency units. */
  readonly amount: number
  /** As the payer reads it. */
  readonly description: string
  /** Where something was left out of the description: what it is made of. */
  readonly cutFrom: string | undefined
  readonly reference: string | undefined
  readonly callbackUrl: string | undefined
  readonly currency: string | undefined
  readonly #said: Said

  constructor(
    items: readonly ReplyItem[],
    amount: number,
    said: Said,
    terms: Pick<CheckedPayment, 'reference' | 'callbackUrl' | 'currency'>,
  ) {
    this.items = items
    this.amount = amount
    this.#said = said
    const { description, cutFrom } = shortened(said)
    this.description = description
    this.cutFrom = cutFrom
    this.reference = terms.reference
    this.callbackUrl = terms.callbackUrl
    this.currency = terms.currency
  }

  /** What its description is made of, before anything is left out. */
  get described(): string {
    return this.#said.text + this.#said.end
  }

  /** The same with another description, such as one in the characters of a phone. */
  written(write: (text: string) => string): CheckedPayment {
    const { text, end } = this.#said
    const said = { text: write(text), end: end === '' ? '' : write(end) }
    return new CheckedPayment(this.items, this.amount, said, this)
  }
}

/**
 * Checks what is to be paid, the same for every channel: what one refuses does not pass on another.
 *
 * @param where what is called, such as `turn.pay`
 * @throws FMW_REPLY_PAYMENT, FMW_REPLY_AMOUNT, FMW_REPLY_QUANTITY, FMW_REPLY_TEXT, FMW_REPLY_TEXT_LENGTH,
 * FMW_REPLY_CALLBACK_URL, FMW_REPLY_OPTION_NAME or FMW_REPLY_OPTION_VALUE
 * @example
 * ```ts
 * readPayment('turn.pay', { amount: 5, description: 'Tea' }).items // [{ name: 'Tea', quantity: 1, price: 5 }]
 * ```
 */
export function readPayment(where: string, given: PaymentRequest | CheckedPayment): CheckedPayment {
  if (given instanceof CheckedPayment) return given
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw notPaid(where, given)
  // A misspelt callbackUrl would be money whose notice never comes.
  const payment = checkNames(`The payment of ${where}`, names, given)
  const { items, amount, name, quantity, price } = payment
  const reference = 'reference' in payment ? readReference(payment.reference) : undefined
  const callbackUrl = readCallbackUrl(payment.callbackUrl)
  const description =
    payment.description === undefined ? undefined : readText('description', payment.description, longestText)
  const terms = { reference, callbackUrl, currency: readCurrency(where, payment.currency) }
  const isItem = [name, quantity, price].some(isGiven)
  const ways = Object.entries({ 'one item': isItem, items: isGiven(items), amount: isGiven(amount) })
    .filter(([, isThere]) => isThere)
    .map(([way]) => way)
  if (ways.length > 1) throw new ReplyPaymentError(where, `has ${ways.length}: ${ways.join(' and ')}`)
  if (ways.length === 0) throw notPaid(where, given)
  if (isGiven(amount)) {
    const paid = readAmount('amount', amount)
    const name = readText('description', description, longestText)
    return new CheckedPayment(Object.freeze([{ name, quantity: 1, price: paid }]), paid, { text: name, end: '' }, terms)
  }
  const lines = isItem ? [readItem('the item', { name, quantity, price })] : readItems(where, items)
  const said = description === undefined ? describe(lines, reference) : { text: description, end: '' }
  return new CheckedPayment(Object.freeze(lines), totalOf(lines), said, terms)
}

const names = ['items', 'name', 'quantity', 'price', 'amount', 'reference', 'description', 'currency', 'callbackUrl']

/** As it is: it is compared. */
function readReference(reference: unknown): string {
  if (typeof reference === 'string' && isVisible(reference)) return reference
  const hint =
    typeof reference === 'number'
      ? 'Write String(order.id).'
      : 'Give the id of the order, for example, or leave it out.'
  throw new ReplyReferenceError(describeValue(reference), hint)
}

function readCurrency(where: string, currency: unknown): string | undefined {
  if (currency === undefined || isCurrency(currency)) return currency
  const found = describeValue(currency)
  throw new ReplyOptionValueError(`The payment of ${where}`, 'currency', "three capital letters, such as 'GHS'", found)
}

function isGiven(value: unknown): boolean {
  return value !== undefined
}

function readItems(where: string, items: unknown): ReplyItem[] {
  if (!Array.isArray(items) || items.length === 0) throw notPaid(where, items)
  // A hole in a list is no item.
  return [...items].map((item, index) => {
    if (typeof item !== 'object' || item === null) throw notPaid(where, item)
    return readItem(`item ${index + 1}`, item)
  })
}

function readItem(what: string, { name, quantity, price }: { readonly [Name in keyof ReplyItem]: unknown }): ReplyItem {
  return Object.freeze({
    name: readText(`name of ${what}`, name, longestText),
    quantity: readQuantity(`quantity of ${what}`, quantity),
    price: readAmount(`price of ${what}`, price),
  })
}

function notPaid(where: string, found: unknown) {
  return new ReplyPaymentError(where, `is ${describeValue(found)}`)
}

/**
 * What is to be paid in all: of each item hundredths times thousandths in whole numbers, half a hundredth rounded up, since a
 * float has 0.35 x 0.1 just below its half.
 */
function totalOf(items: readonly ReplyItem[]): number {
  const minor = items.reduce((sum, { price, quantity }) => {
    // The product of two numbers that are safe need not be.
    const parts = BigInt(toMinor(price)) * BigInt(Math.round(quantity * thousandths))
    return sum + (parts + half) / whole
  }, 0n)
  const total = onGrid(toMajor(Number(minor)), hundredths)
  if (total === undefined) throw new ReplyAmountError('sum of the items', describeValue(toMajor(Number(minor))))
  return total
}

const thousandths = 1_000
const whole = BigInt(thousandths)
const half = whole / 2n

/** The names of the items, and the reference, unless no name fits beside it. */
function describe(items: readonly ReplyItem[], reference: string | undefined): Said {
  const text = items.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} x ${name}`)).join(', ')
  return { text, end: reference === undefined || reference.length > longestReference ? '' : `, ${reference}` }
}

/** What a description is made of: of the text the end may be left out. */
interface Said {
  readonly text: string
  readonly end: string
}

/**
 * A description of at most 100 characters (reference 8): what is longer is not refused, because an order may have been made
 * before it.
 */
function shortened(said: Said): Pick<CheckedPayment, 'description' | 'cutFrom'> {
  const [text, end] = [onOneLine(said.text).trim(), onOneLine(said.end).trimEnd()]
  const room = limits.description.max - end.length
  if (text.length <= room) return { description: text + end, cutFrom: undefined }
  return { description: text.slice(0, room - dots.length).replace(halfPair, '') + dots + end, cutFrom: text }
}

/** Its payer reads one line, in its order: what breaks it, turns it or is not seen goes. */
function onOneLine(text: string): string {
  return plain.test(text) ? text : text.replace(breaks, ' ').replace(unseen, '')
}

const plain = /^[ -~]*$/
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]\s*/g
// Joiners stay, which letters and emoji are written with.
const unseen = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
const longestReference = 60
const dots = '...'
// A cut through a surrogate pair leaves half of it.
const halfPair = /[\ud800-\udbff]$/

/**
 * The address where the notice of a USSD payment goes (reference 2.8). It leaves as it was given.
 *
 * @throws FMW_REPLY_CALLBACK_URL when the service could not call it; its text is not shown, since such
 * addresses carry secrets
 * @example
 * ```ts
 * readCallbackUrl('https://shop.example/push/ussd-payment')
 * ```
 */
export function readCallbackUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && webAddress.test(value) && URL.canParse(value)) return value
  throw new ReplyCallbackUrlError(describeValue(value))
}

const webAddress = /^https?:\/\/[^\s/]\S*$/i
