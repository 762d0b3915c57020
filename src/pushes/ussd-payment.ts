import { Type } from '@sinclair/typebox'
import type { Incoming, ReadContext } from './event.ts'
import type { Verdict } from './money/confirmation.ts'
import { currencyOf, judgeNotice, openEnvelope } from './money/payment-envelope.ts'
import { type PaymentFacts, weighVerdict } from './money/payment-event.ts'
import { identifyNotice } from './money/payment-identity.ts'
import { weighAddress } from './money/signed-address.ts'
import type { NotificationPushKind } from './push-kind.ts'
import { fieldReader, givesAnyOf, hasAnyOf } from './reading/field-reader.ts'
import { identifierOfEither, inOneSpelling } from './reading/identifiers.ts'
import { recordOf } from './reading/json.ts'

/**
 * The result of a payment that a USSD Release reply asked for (reference 6; payload: field notes, "USSD payment notice").
 *
 * @example
 * async function onNotice(event: UssdPaymentEvent, attempt: Attempt) {
 *   const isDue = mayDeliver(event, await dueOf(event.reference))
 *   if (isDue) await settle(attempt.entryId, event.reference)
 *   else attempt.log.info({ code: event.responseCode, why: event.why }, 'not paid')
 * }
 */
export interface UssdPaymentEvent extends PaymentFacts {
  readonly kind: 'ussdPayment'
  readonly source: 'ussdPayment'
  readonly responseCode: string | null
  /** The envelope's Message, which this notice has instead of a status word. */
  readonly message: string | null
  /** A status word, if one came. */
  readonly status: string | null
  /** From `Data` or its `PaymentDetails`. Null if the two differ. */
  readonly transactionId: string | null
  /** The network's own identifier, from the same places. Null if the two differ. */
  readonly externalTransactionId: string | null
  readonly orderId: string | null
  /** Major currency units. */
  readonly charges: number | null
  readonly amountAfterCharges: number | null
  readonly amountCharged: number | null
  /** Three capital letters, such as `GHS`, from the service's answer if it was asked. Usually null in a notice. */
  readonly currency: string | null
  readonly description: string | null
  readonly paymentDate: Date | null
}

/** As the field notes show it; the reference does not. */
export const ussdPaymentNotice = Type.Object(
  {
    ResponseCode: Type.Optional(Type.String()),
    Message: Type.Optional(Type.String()),
    Data: Type.Optional(
      Type.Object(
        {
          Amount: Type.Optional(Type.Number()),
          Charges: Type.Optional(Type.Number()),
          AmountAfterCharges: Type.Optional(Type.Number()),
          AmountCharged: Type.Optional(Type.Number()),
          Description: Type.Optional(Type.String()),
          ClientReference: Type.Optional(Type.String()),
          TransactionId: Type.Optional(Type.String()),
          ExternalTransactionId: Type.Optional(Type.String()),
          OrderId: Type.Optional(Type.String()),
          PaymentDate: Type.Optional(Type.String()),
        },
        { additionalProperties: true },
      ),
    ),
  },
  { title: 'USSD payment notice', description: 'Any object is accepted', additionalProperties: true },
)

const names = [
  'TransactionId',
  'ExternalTransactionId',
  'OrderId',
  'ClientReference',
  'Status',
  'Amount',
  'Charges',
  'AmountAfterCharges',
  'AmountCharged',
  'Description',
  'PaymentDate',
  'CustomerPhoneNumber',
  'Mobile',
  'PaymentDetails',
] as const

const readData = fieldReader(names)
const readDetails = fieldReader(['TransactionId', 'ExternalTransactionId'])

/** The payment notices of USSD sessions (reference 2.8 CallbackUrl, 6). */
export const ussdPayment: NotificationPushKind<UssdPaymentEvent> = {
  kind: 'ussdPayment',
  path: '/ussd-payment',
  body: ussdPaymentNotice,
  takesForms: true,
  looksLike: givesAnyOf(['ResponseCode', 'Data', 'TransactionId']),
  hasAnyField: hasAnyOf(['ResponseCode', 'Message', 'Data', ...names]),
  read: readUssdPayment,
  identify: (event) => identifyNotice(event, paymentOfUssd(event)),
  phones: ({ customerPhone }) => [customerPhone],
}

/** A record of the service may have no identifier but the network's: whoever words a notice anew must not make it another. */
export function paymentOfUssd({ transactionId, clientReference, confirmation }: UssdPaymentEvent): string | null {
  if (transactionId !== null) return `transactionId:${inOneSpelling(transactionId)}`
  if (clientReference !== null) return `clientReference:${clientReference}`
  const networkId = confirmation?.networkTransactionId ?? null
  return networkId === null ? null : `networkTransactionId:${inOneSpelling(networkId)}`
}

function readUssdPayment(incoming: Incoming, context: ReadContext): UssdPaymentEvent {
  const event = readNotice(incoming, context)
  return incoming.verdict === undefined ? event : confirmUssdPayment(event, incoming.verdict)
}

function readNotice(incoming: Incoming, context: ReadContext): UssdPaymentEvent {
  const { receivedAt, notes, country } = context
  const opened = openEnvelope(incoming, { ...context, acceptsAnything: true })
  const { envelope, path } = opened
  const data = readData(opened.data, { path, notes, country, acceptsAnything: true })

  const inDetails = { path: `${path}PaymentDetails.`, notes, country, acceptsAnything: true }
  const paid = readDetails(recordOf(data.value('PaymentDetails')), inDetails)
  data.mustComeOnce('TransactionId')
  const transactionId = identifierOfEither('TransactionId', data, paid)
  const clientReference = data.identity('ClientReference')
  const responseCode = envelope.identifier('ResponseCode')
  const message = envelope.text('Message')
  const envelopeStatus = envelope.text('Status')
  const status = data.text('Status')
  const amount = data.amount('Amount')
  const { amountMinor } = amount
  const currency = currencyOf(opened)
  // With no word beside the payment, code and Message say it together (field notes).
  const [word = null, ...others] = [status, message, envelopeStatus].filter(
    (text) => text !== null && text.trim() !== '',
  )
  const judgement = judgeNotice(opened, data, { code: responseCode, word, envelope: others })

  const phone = data.phone('CustomerPhoneNumber')
  const payer = phone.text === null ? data.phone('Mobile') : phone
  // Its ClientReference cannot be what was given: the reply that asks for the payment has no place for one (2.8).
  const weighed = weighAddress(incoming.signed, judgement, { amountMinor, currency, reference: undefined }, notes)
  // Without a spread: what stands behind one is added to an object that has no room for it.
  return {
    kind: 'ussdPayment',
    receivedAt,
    raw: incoming.raw,
    source: 'ussdPayment',
    outcome: weighed.outcome,
    why: weighed.why,
    evidence: weighed.evidence,
    signed: weighed.signed,
    needsReview: weighed.needsReview,
    confirmation: weighed.confirmation,
    reference: incoming.signed?.reference ?? null,
    clientReference,
    amount: amount.amount,
    amountMinor,
    paymentId: transactionId,
    customerPhone: payer.text,
    customerPhoneInternational: payer.international,
    responseCode,
    message,
    status,
    transactionId,
    externalTransactionId: identifierOfEither('ExternalTransactionId', data, paid),
    orderId: data.identifier('OrderId'),
    charges: data.amount('Charges').amount,
    amountAfterCharges: data.amount('AmountAfterCharges').amount,
    amountCharged: data.amount('AmountCharged').amount,
    currency,
    description: data.text('Description'),
    paymentDate: data.when('PaymentDate'),
  }
}

/** The event after the service was asked: what it said takes the place of what the notice says, identifiers above all. */
export function confirmUssdPayment(event: UssdPaymentEvent, verdict: Verdict): UssdPaymentEvent {
  const { transactionId, networkTransactionId, currencyCode: currency } = verdict.confirmation
  const identifiers = { transactionId, paymentId: transactionId, externalTransactionId: networkTransactionId }
  return { ...event, ...weighVerdict(verdict), ...identifiers, currency }
}
