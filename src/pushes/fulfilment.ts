import { Type } from '@sinclair/typebox'
import type { Incoming, ReadContext } from './event.ts'
import type { Amount } from './money/amount.ts'
import { currencyIn } from './money/amount.ts'
import { withContradictions } from './money/contradictions.ts'
import { judgeFulfilment, undetermined } from './money/outcome.ts'
import { doubtfulField, namedCurrency } from './money/payment-envelope.ts'
import type { PaymentFacts } from './money/payment-event.ts'
import { identifyPayment, ownCurrencyIn } from './money/payment-identity.ts'
import { unconfirmed } from './money/signed-address.ts'
import type { NotificationPushKind } from './push-kind.ts'
import {
  type FieldReaderSettings,
  fieldReader,
  findNames,
  givesAllOf,
  givesAnyOf,
  hasAnyOf,
} from './reading/field-reader.ts'
import { inOneSpelling } from './reading/identifiers.ts'
import { type Fields, isRecord, recordOf } from './reading/json.ts'

/**
 * A notice to the Service Fulfilment URL: deliver what was bought (reference 4.10; payload: field notes).
 *
 * @example
 * async function onOrder(cart: FulfilmentEvent, attempt: Attempt) {
 *   const isDue = mayDeliver(cart, await dueOf(cart.reference))
 *   if (isDue) await handOver(attempt.entryId, cart.order.items)
 * }
 */
export interface FulfilmentEvent extends PaymentFacts {
  readonly kind: 'fulfilment'
  readonly source: 'fulfilment'
  /** Identifies the order, and so the notice: a session can have several. */
  readonly orderId: string | null
  readonly sessionId: string | null
  /** As it came. */
  readonly extraData: unknown
  readonly order: FulfilmentOrder
  readonly payment: FulfilmentPayment
}

/**
 * `OrderInfo` of a fulfilment notice.
 *
 * @example
 * const receipt = ({ items, currency, subtotal }: FulfilmentOrder) =>
 *   `${items.length} lines, ${currency ?? ''} ${subtotal ?? 'no total'}`
 */
export interface FulfilmentOrder {
  readonly customerMobileNumber: string | null
  readonly customerEmail: string | null
  readonly customerName: string | null
  /** The status word, as it came. */
  readonly status: string | null
  readonly orderDate: Date | null
  /** Three capital letters as a rule, such as `GHS`: as the order has it, or its payment, or the envelope. */
  readonly currency: string | null
  readonly branchName: string | null
  readonly isRecurring: boolean | null
  readonly recurringInvoiceId: string | null
  /** Major currency units, the customer's fee included. */
  readonly subtotal: number | null
  readonly items: readonly FulfilmentItem[]
}

/**
 * One line of an order.
 *
 * @example
 * const line = ({ quantity, name }: FulfilmentItem) => `${quantity ?? '?'} x ${name ?? 'without a name'}`
 * event.order.items.map(line) // ['2 x Tea']
 */
export interface FulfilmentItem {
  readonly itemId: string | null
  readonly name: string | null
  readonly quantity: number | null
  /** Major currency units. */
  readonly unitPrice: number | null
}

/**
 * `OrderInfo.Payment` of a fulfilment notice.
 *
 * @example
 * const covers = ({ amountAfterCharges }: FulfilmentPayment, price: number) => amountAfterCharges === price
 */
export interface FulfilmentPayment {
  readonly paymentType: string | null
  /** Major currency units, the customer's fee included. */
  readonly amountPaid: number | null
  /** Major currency units, the customer's fee left out: what was bought. */
  readonly amountAfterCharges: number | null
  readonly paymentDate: Date | null
  readonly paymentDescription: string | null
  readonly isSuccessful: boolean | null
}

const payment = {
  PaymentType: Type.Optional(Type.String()),
  AmountPaid: Type.Optional(Type.Number()),
  AmountAfterCharges: Type.Optional(Type.Number()),
  PaymentDate: Type.Optional(Type.String()),
  PaymentDescription: Type.Optional(Type.String()),
  IsSuccessful: Type.Optional(Type.Boolean()),
}

const order = {
  CustomerMobileNumber: Type.Optional(Type.String()),
  CustomerEmail: Type.Optional(Type.String()),
  CustomerName: Type.Optional(Type.String()),
  Status: Type.Optional(Type.String()),
  OrderDate: Type.Optional(Type.String()),
  Currency: Type.Optional(Type.String()),
  BranchName: Type.Optional(Type.String()),
  IsRecurring: Type.Optional(Type.Boolean()),
  RecurringInvoiceId: Type.Optional(Type.String()),
  Subtotal: Type.Optional(Type.Number()),
  Items: Type.Optional(Type.Array(Type.Unknown())),
  Payment: Type.Optional(Type.Object(payment, { additionalProperties: true })),
}

const notice = {
  SessionId: Type.Optional(Type.String()),
  OrderId: Type.Optional(Type.String({ description: 'Identifies the notice' })),
  ExtraData: Type.Optional(Type.Unknown()),
  OrderInfo: Type.Optional(Type.Object(order, { additionalProperties: true })),
}

/** As the field notes show it; the reference does not. */
export const fulfilmentNotice = Type.Object(notice, {
  title: 'Fulfilment notice',
  description: 'Any object is accepted',
  additionalProperties: true,
})

const readNotice = fieldReader(namesOf(notice))
const readOrder = fieldReader(namesOf(order))
const readItemFields = fieldReader(['ItemId', 'Name', 'Quantity', 'UnitPrice'])
const readPayment = fieldReader(namesOf(payment))

/** The names that a schema has: they are read as it shows them. */
function namesOf<Name extends string>(properties: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(properties) as Name[]
}

/** The notices to the Service Fulfilment URL (reference 4.10). */
export const fulfilment: NotificationPushKind<FulfilmentEvent> = {
  kind: 'fulfilment',
  path: '/fulfilment',
  body: fulfilmentNotice,
  takesForms: false,
  looksLike: givesAnyOf(['OrderId', 'OrderInfo']),
  hasAnyField: hasAnyOf(namesOf(notice)),
  read: readFulfilment,
  identify: (event) =>
    identifyPayment(event, event.orderId === null ? null : `orderId:${orderName(event.orderId)}`, ...boughtBy(event)),
  phones: ({ customerPhone }) => [customerPhone],
}

const hasOrderId = givesAllOf(['OrderId'])
const hasOrderInfo = givesAllOf(['OrderInfo'])
const findOrderInfo = findNames(['OrderInfo'])

/** Whether anything of an order is told, and whether so much that nothing but a fulfilment notice can be meant. */
export function orderIn(fields: Fields): 'none' | 'some' | 'whole' {
  if (!hasOrderInfo(fields)) return 'none'
  return hasOrderId(fields) && isRecord(findOrderInfo(fields).values[0]) ? 'whole' : 'some'
}

/**
 * An order in one spelling: without spaces and dashes, in small letters. Two orders that differ in these alone are a conflict
 * where anything else of them differs, and told; two spellings of one would be paid twice.
 */
function orderName(orderId: string): string {
  return orderId.replace(/[\s-]+/g, '').toLowerCase()
}

/**
 * What was bought, in which session and currency, and for how much: in another notice of the order it must be the same. The
 * currency is the order's own, under whatever name: one that names it elsewhere, too, is the same notice.
 */
function boughtBy({ sessionId, order, payment, raw }: FulfilmentEvent): string[] {
  const { subtotal, items } = order
  const currency = ownCurrencyIn(recordOf(findOrderInfo(recordOf(raw)).values[0]))
  const lines = items.map(({ itemId, name, quantity, unitPrice }) =>
    JSON.stringify([itemId && inOneSpelling(itemId), name, quantity, unitPrice]),
  )
  const terms = [sessionId && inOneSpelling(sessionId), currency]
  return [JSON.stringify([...terms, subtotal, payment.amountPaid]), ...lines.toSorted()]
}

function readFulfilment({ fields, raw, carrier }: Incoming, context: ReadContext): FulfilmentEvent {
  const { receivedAt } = context
  const at = (path: string): FieldReaderSettings => ({ path, acceptsAnything: true, ...context })
  const notice = readNotice(fields, at(''))
  const orderId = notice.identity('OrderId')
  const order = readOrder(recordOf(notice.value('OrderInfo')), at('OrderInfo.'))
  const payment = readPayment(recordOf(order.value('Payment')), at('OrderInfo.Payment.'))

  const isSuccessful = payment.flag('IsSuccessful')
  const status = order.text('Status')
  const amountPaid = payment.amount('AmountPaid')
  const amountAfterCharges = payment.amount('AmountAfterCharges')
  const isDoubtful =
    notice.doubted.has('OrderInfo') ||
    order.doubted.has('Status') ||
    order.doubted.has('Payment') ||
    payment.doubted.has('IsSuccessful') ||
    payment.doubted.has('AmountPaid') ||
    payment.doubted.has('AmountAfterCharges')
  const judgement =
    carrier !== 'json'
      ? undetermined('it was not posted as JSON, as the service does: a browser may have sent it')
      : isDoubtful
        ? undetermined(doubtfulField)
        : isMoreThan(amountAfterCharges, amountPaid)
          ? undetermined('AmountAfterCharges is more than AmountPaid')
          : withContradictions(judgeFulfilment(isSuccessful, status), fields, { isFlat: false })

  const phone = order.phone('CustomerMobileNumber')
  const settled = amountAfterCharges.amount === null ? amountPaid : amountAfterCharges
  return {
    kind: 'fulfilment',
    receivedAt,
    raw,
    source: 'fulfilment',
    outcome: judgement.outcome,
    why: judgement.why,
    evidence: 'callback',
    signed: null,
    ...unconfirmed,
    // Its session brings it back.
    reference: null,
    clientReference: null,
    ...settled,
    paymentId: orderId,
    customerPhone: phone.text,
    customerPhoneInternational: phone.international,
    orderId,
    sessionId: notice.identifier('SessionId'),
    extraData: notice.value('ExtraData') ?? null,
    order: {
      customerMobileNumber: phone.text,
      customerEmail: order.text('CustomerEmail'),
      customerName: order.text('CustomerName'),
      status,
      orderDate: order.when('OrderDate'),
      currency: currencyOf(order.text('Currency'), fields),
      branchName: order.text('BranchName'),
      isRecurring: order.flag('IsRecurring'),
      recurringInvoiceId: order.identifier('RecurringInvoiceId'),
      subtotal: order.amount('Subtotal').amount,
      items: readItems(order.value('Items'), at),
    },
    payment: {
      paymentType: payment.text('PaymentType'),
      amountPaid: amountPaid.amount,
      amountAfterCharges: amountAfterCharges.amount,
      paymentDate: payment.when('PaymentDate'),
      paymentDescription: payment.text('PaymentDescription'),
      isSuccessful,
    },
  }
}

/** As the order has it, unless that says nothing and another field has three letters. */
function currencyOf(own: string | null, fields: Fields): string | null {
  return currencyIn(own) === null ? (namedCurrency(fields) ?? own) : own
}

function isMoreThan(one: Amount, other: Amount): boolean {
  return one.amountMinor !== null && other.amountMinor !== null && one.amountMinor > other.amountMinor
}

function readItems(value: unknown, at: (path: string) => FieldReaderSettings): FulfilmentItem[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((fields: unknown, position) =>
    isRecord(fields) ? [readItem(fields, at(`OrderInfo.Items[${position}].`))] : [],
  )
}

function readItem(fields: Fields, settings: FieldReaderSettings): FulfilmentItem {
  const item = readItemFields(fields, settings)
  return {
    itemId: item.identifier('ItemId'),
    name: item.text('Name'),
    quantity: item.amount('Quantity').amount,
    unitPrice: item.amount('UnitPrice').amount,
  }
}
