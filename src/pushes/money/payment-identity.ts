import { comparedNumber } from '../../text/phone.ts'
import type { Identity } from '../push-kind.ts'
import { findNames } from '../reading/field-reader.ts'
import { digest, inOneSpelling } from '../reading/identifiers.ts'
import { type Fields, isRecord } from '../reading/json.ts'
import { currencyIn, currencyNames } from './amount.ts'
import type { PaymentFacts } from './payment-event.ts'
import { addressKey } from './signed-address.ts'

/**
 * Which payment notification it is: what the service calls the payment, and the outcome, because one payment
 * may end twice (paid, then refunded). An undetermined one may say several things: its content counts too.
 * Amount, reference and phone must agree (design, "Identity, lanes, defaults").
 */
export function identifyPayment(event: PaymentFacts, payment: string | null, ...also: readonly string[]): Identity {
  const { amountMinor, clientReference, customerPhone } = event
  const facts = {
    fingerprint: digest([amountMinor, clientReference, comparedNumber(customerPhone), ...also]),
    reference: ownReference(event) ?? clientReference ?? event.paymentId,
  }
  if (payment === null) {
    const content = `content:${digestOfWording(event.raw)}`
    return { ...facts, identity: content, lane: content }
  }
  const { outcome, confirmation, needsReview } = event
  // What was paid is one payment, whether or not it was enough.
  const identity = `${payment}|${confirmation?.says ?? outcome}`
  if (outcome !== 'undetermined' || isSaid(confirmation)) return { ...facts, identity, lane: payment }
  const what = confirmation === null ? digestOfWording(event.raw) : needsReview[0]
  return { ...facts, identity: `${identity}|${what}`, lane: payment }
}

/**
 * The same of a notice of which the service is not asked. One that came to an address of ours and agrees with it is known by
 * that address: it is one payment, and another at it is a conflict. What is not signed is never the same notice.
 *
 * @param money what the service calls it: other money of the same payment is a conflict, and so is another currency
 */
export function identifyNotice(
  event: PaymentFacts & { readonly currency: string | null },
  payment: string | null,
  money: string | null = null,
): Identity {
  const { evidence, signed } = event
  const currency = event.currency === null ? null : ownCurrency(event.raw)
  const also = [
    ...(money === null ? [] : [`money:${inOneSpelling(money)}`]),
    ...(currency === null ? [] : [`currency:${currency}`]),
  ]
  if (evidence !== 'signed' || signed === null) return identifyPayment(event, payment, ...also)
  return identifyPayment(event, addressKey(signed), payment ?? '', ...also)
}

/**
 * What people look a USSD payment up by: no field of its notice is the merchant's (reference 2.8), only what its address was
 * signed for: their reference or, where they gave none, the session.
 */
function ownReference({ kind, signed }: PaymentFacts): string | null {
  return kind === 'ussdPayment' && signed !== null ? (signed.reference ?? signed.sessionId) : null
}

/** Whether the service said something else than the event comes to. */
function isSaid(confirmation: PaymentFacts['confirmation']): boolean {
  return confirmation !== null && confirmation.says !== 'undetermined'
}

/**
 * The currency that a payment's own fields name, under whatever name: all that copies of its notice are compared by. Another
 * place that names it in one copy alone makes no other payment of that.
 */
function ownCurrency(raw: unknown): string | null {
  const [data] = isRecord(raw) ? findOwn(raw).values : []
  const own: unknown = Array.isArray(data) ? data[0] : (data ?? raw)
  return isRecord(own) ? ownCurrencyIn(own) : null
}

/** What an object names for its currency by itself, under whatever name; null where it names none. */
export function ownCurrencyIn(fields: Fields): string | null {
  const named = findOwn(fields).values.slice(1).map(currencyIn)
  return named.find((currency) => currency !== null) ?? null
}

const findOwn = findNames(['Data', ...currencyNames])

/**
 * A short fingerprint of what a push says, however it is spelled: its names in any case and order, `"10.00"` or 10, its words
 * in any case. Identifiers stay as they are.
 */
export function digestOfWording(raw: unknown): string {
  return digest(inOneWording(raw))
}

/** As text, which each level copies once: pushes nest a few levels deep. */
function inOneWording(value: unknown, isIdentifier = false): string {
  if (Array.isArray(value)) return `[${value.map((one) => inOneWording(one, isIdentifier)).join()}]`
  if (!isRecord(value)) {
    const text = value === null ? null : String(value).trim()
    return JSON.stringify(text === null || isIdentifier ? text : inOneForm(text))
  }
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name.toLowerCase())}:${inOneWording(one, identifier.test(name))}`,
  )
  return `{${fields.toSorted().join()}}`
}

function inOneForm(text: string): string {
  if (words.test(text)) return text.toLowerCase()
  return decimal.test(text) ? withoutLastZeros(text) : text
}

/** By the end of its name, as those of the reference are: `SessionId`, and not `AmountPaid`. */
const identifier = /(?:(?<!pa)id|identifier|reference|token|number|mobile)$/i
const words = /^[a-z ]+$/i
const decimal = /^-?\d+\.\d+$/

function withoutLastZeros(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}
