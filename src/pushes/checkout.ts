import { Type } from '@sinclair/typebox'
import type { Incoming, ReadContext } from './event.ts'
import type { Verdict } from './money/confirmation.ts'
import { currencyOf, judgeNotice, openEnvelope } from './money/payment-envelope.ts'
import { type PaymentFacts, weighVerdict } from './money/payment-event.ts'
import { identifyNotice } from './money/payment-identity.ts'
import { weighAddress } from './money/signed-address.ts'
import type { NotificationPushKind } from './push-kind.ts'
import { fieldReader, givesAllOf, givesAnyOf, hasAnyOf } from './reading/field-reader.ts'
import { identifierOfEither, inOneSpelling } from './reading/identifiers.ts'
import { recordOf } from './reading/json.ts'
import { PushProblem } from './reading/push-problem.ts'

/**
 * The result of a checkout invoice (reference 2.3).
 *
 * @example
 * async function onCheckout(event: CheckoutEvent, attempt: Attempt) {
 *   const isDue = mayDeliver(event, await dueOf(event.reference))
 *   if (isDue) await settle(attempt.entryId, event.reference)
 *   if (event.outcome === 'undetermined') await askStatus(event.reference) // never retry the sale
 * }
 */
export interface CheckoutEvent extends PaymentFacts {
  readonly kind: 'checkout'
  readonly source: 'checkout'
  /** The code as it came, in digits: `0000`. Numbers are written as text. */
  readonly responseCode: string | null
  /** The envelope's status or message, as it came. Never proof. */
  readonly envelopeStatus: string | null
  /** Data.Status, as it came. */
  readonly status: string | null
  readonly checkoutId: string | null
  readonly salesInvoiceId: string | null
  /** From `Data` or its `PaymentDetails`. Null if the two differ. */
  readonly transactionId: string | null
  /** The network's own identifier, from the same places. */
  readonly externalTransactionId: string | null
  /** Three capital letters, such as `GHS`, from the service's answer if it was asked. Usually null in a callback. */
  readonly currency: string | null
  readonly description: string | null
  readonly timestamp: Date | null
  readonly paymentDetails: PaymentDetails
}

/**
 * How it was paid (reference 2.3; cards as the field notes show them).
 *
 * @example
 * const paidFrom = ({ mobileMoneyNumber, cardNumber }: PaymentDetails) => mobileMoneyNumber ?? cardNumber
 */
export interface PaymentDetails {
  readonly mobileMoneyNumber: string | null
  readonly paymentType: string | null
  readonly channel: string | null
  readonly cardNumber: string | null
  readonly cardType: string | null
}

/** Reference 2.3, as the service writes it. */
export const checkoutCallback = Type.Object(
  {
    ResponseCode: Type.String({
      description: 'Section 7.1; 0000 is success',
      examples: ['0000', '0001', '2001', '4105'],
    }),
    Status: Type.String({ description: 'Status of the envelope; it may contradict Data.Status' }),
    Data: Type.Object(
      {
        CheckoutId: Type.String(),
        SalesInvoiceId: Type.Optional(Type.String()),
        ClientReference: Type.String(),
        Status: Type.String(),
        Amount: Type.Number(),
        CustomerPhoneNumber: Type.Optional(Type.String()),
        PaymentDetails: Type.Optional(
          Type.Object(
            { MobileMoneyNumber: Type.Optional(Type.String()), PaymentType: Type.Optional(Type.String()) },
            { additionalProperties: true },
          ),
        ),
        Description: Type.Optional(Type.String()),
      },
      { additionalProperties: true },
    ),
  },
  { title: 'Checkout callback', description: 'Names are taken in any casing', additionalProperties: true },
)

// A new field has a place in other files too: CONTRIBUTING.md, "Add a field to an event".

/** What proves nothing: one that cannot be read costs no payment. */
const besideNames = ['SalesInvoiceId', 'CustomerPhoneNumber', 'Description'] as const
const names = [
  'CheckoutId',
  'ClientReference',
  'Status',
  'Amount',
  'PaymentDetails',
  'Timestamp',
  'TransactionId',
  'ExternalTransactionId',
] as const

const readData = fieldReader(names)
const readBeside = fieldReader(besideNames)
const readDetails = fieldReader([
  ...(['MobileMoneyNumber', 'PaymentType', 'Channel', 'CardNumber', 'CardType'] as const),
  ...(['TransactionId', 'ExternalTransactionId'] as const),
])

const hasPayment = givesAnyOf(['Data', 'CheckoutId', 'SalesInvoiceId'])
const hasFlatReference = givesAllOf(['ResponseCode', 'ClientReference'])

/** The checkout's callbacks (reference 2.3, 6). */
export const checkout: NotificationPushKind<CheckoutEvent> = {
  kind: 'checkout',
  path: '/checkout',
  body: checkoutCallback,
  takesForms: true,
  looksLike: (fields) => hasPayment(fields) || hasFlatReference(fields),
  hasAnyField: hasAnyOf(['ResponseCode', 'Message', 'Data', ...names, ...besideNames]),
  read: readCheckout,
  identify: (event) =>
    identifyNotice(
      event,
      event.checkoutId === null
        ? `clientReference:${event.clientReference}`
        : `checkoutId:${inOneSpelling(event.checkoutId)}`,
      event.transactionId ?? event.externalTransactionId,
    ),
  phones: ({ customerPhone, paymentDetails }) => [customerPhone, paymentDetails.mobileMoneyNumber],
}

function readCheckout(incoming: Incoming, context: ReadContext): CheckoutEvent {
  const event = readCallback(incoming, context)
  return incoming.verdict === undefined ? event : confirmCheckout(event, incoming.verdict)
}

function readCallback(incoming: Incoming, context: ReadContext): CheckoutEvent {
  const { receivedAt, notes, country } = context
  const opened = openEnvelope(incoming, { ...context, acceptsAnything: false })
  const { envelope, path, isFlat } = opened
  const data = readData(opened.data, { path, notes, country, acceptsAnything: false })

  const checkoutId = data.identity('CheckoutId')
  const clientReference = data.identity('ClientReference')
  if (checkoutId === null && clientReference === null) {
    throw new PushProblem({
      field: `${path}CheckoutId`,
      expected: 'the identifier of the checkout, or ClientReference instead',
      received: 'neither',
    })
  }

  const responseCode = envelope.identifier('ResponseCode')
  const status = data.text('Status')
  const amount = data.amount('Amount')
  const { amountMinor } = amount
  const currency = currencyOf(opened)
  const message = envelope.text('Message')
  const envelopeStatus = isFlat ? message : (envelope.text('Status') ?? message)
  const judgement = judgeNotice(opened, data, {
    code: responseCode,
    word: status,
    envelope: isFlat ? [message] : [envelope.text('Status'), message],
  })

  const beside = readBeside(opened.data, { path, notes, country, acceptsAnything: true })
  const phone = beside.phone('CustomerPhoneNumber')
  const inDetails = { path: `${path}PaymentDetails.`, notes, country, acceptsAnything: true }
  const paid = readDetails(recordOf(data.value('PaymentDetails')), inDetails)
  const terms = { amountMinor, currency, reference: clientReference }
  const weighed = weighAddress(incoming.signed, judgement, terms, notes)
  // Without a spread: what stands behind one is added to an object that has no room for it.
  return {
    kind: 'checkout',
    receivedAt,
    raw: incoming.raw,
    source: 'checkout',
    outcome: weighed.outcome,
    why: weighed.why,
    evidence: weighed.evidence,
    signed: weighed.signed,
    needsReview: weighed.needsReview,
    confirmation: weighed.confirmation,
    reference: clientReference,
    clientReference,
    amount: amount.amount,
    amountMinor,
    paymentId: checkoutId,
    customerPhone: phone.text,
    customerPhoneInternational: phone.international,
    responseCode,
    envelopeStatus,
    status,
    checkoutId,
    salesInvoiceId: beside.identifier('SalesInvoiceId'),
    transactionId: identifierOfEither('TransactionId', data, paid),
    externalTransactionId: identifierOfEither('ExternalTransactionId', data, paid),
    currency,
    description: beside.text('Description'),
    timestamp: data.when('Timestamp'),
    paymentDetails: {
      mobileMoneyNumber: paid.text('MobileMoneyNumber'),
      paymentType: paid.text('PaymentType'),
      channel: paid.text('Channel'),
      cardNumber: paid.text('CardNumber'),
      cardType: paid.text('CardType'),
    },
  }
}

/** The event after the service was asked: what it said takes the place of what the push says, identifiers above all. */
export function confirmCheckout(event: CheckoutEvent, verdict: Verdict): CheckoutEvent {
  const { checkoutId, transactionId, networkTransactionId, currencyCode: currency } = verdict.confirmation
  const identifiers = { checkoutId, paymentId: checkoutId, transactionId, externalTransactionId: networkTransactionId }
  const confirmed = weighVerdict(verdict)
  return { ...event, ...confirmed, reference: confirmed.clientReference, ...identifiers, currency }
}
