import type { MoneyKind } from '../../pushes/kinds.ts'
import { toMajor, toMinor } from '../../pushes/money/amount.ts'
import { type Fields, isRecord } from '../../pushes/reading/json.ts'
import type { NameCasing } from '../../replies/wire/reply-settings.ts'
import { casedName } from '../../replies/wire/wire-text.ts'
import type { PayOptions, PayOutcome } from '../phone/phone-options.ts'
import type { ServiceSession } from '../phone/service-session.ts'
import type { ScreenItem, ScreenPayment } from '../screens/screen.ts'

/** The notice of a payment, as the service posts it. */
export interface PaymentNotice {
  readonly kind: Exclude<MoneyKind, 'checkout'>
  readonly body: Fields
  /** Where the reply wants it; null where it named no address. */
  readonly callbackUrl: string | null
  /** What happened, in words: `paid 5`. */
  readonly label: string
}

/** The notice of what the last screen of a session asks to pay; undefined where it asks for nothing. */
export function noticeOf(session: ServiceSession | undefined, options: PayOptions): PaymentNotice | undefined {
  if (session?.screen === undefined) return undefined
  const { payment, item } = session.screen
  if (payment !== undefined) return ussdNotice(session, payment, settle(payment.amount, session, options))
  return item === undefined ? undefined : fulfilmentNotice(session, item, settle(totalOf(item), session, options))
}

/** How a payment ended. */
interface Settled {
  readonly outcome: PayOutcome
  /** What came. */
  readonly amount: number
  /** What was asked for. */
  readonly due: number
  readonly paymentId: string
  readonly label: string
}

function settle(due: number, session: ServiceSession, options: PayOptions): Settled {
  const { outcome = 'paid', paymentId = session.paymentId } = options
  // On failures the amounts are 0 or null (field notes, "USSD payment notice").
  const { amount = unpaid.includes(outcome) ? 0 : due } = options
  return { outcome, amount, due, paymentId, label: amount === 0 ? outcome : `${outcome} ${amount}` }
}

const unpaid: readonly PayOutcome[] = ['failed', 'cancelled']

/** Code and Message say it together (field notes, "USSD payment notice", "Checkout: more codes"). */
const ussdSigns: Readonly<Record<PayOutcome, readonly [code: string, message: string]>> = {
  paid: ['0000', 'success'],
  failed: ['2001', 'failed'],
  cancelled: ['2001', 'cancelled'],
  refunded: ['0000', 'refunded'],
  undetermined: ['0005', 'unknown'],
}

function ussdNotice(
  { subscriber, openedAt }: ServiceSession,
  { description, callbackUrl }: ScreenPayment,
  { outcome, amount, paymentId, label }: Settled,
): PaymentNotice {
  const [code, message] = ussdSigns[outcome]
  const body = {
    ResponseCode: code,
    Message: message,
    Data: {
      Amount: amount,
      Charges: 0,
      AmountAfterCharges: amount,
      AmountCharged: amount,
      Description: description,
      // The service's own: the reply that asks for a payment has no place for one of the merchant's (reference 2.8).
      ClientReference: `ussd-${paymentId}`,
      TransactionId: paymentId,
      ExternalTransactionId: `network-${paymentId}`,
      OrderId: `order-${paymentId}`,
      PaymentDate: openedAt.toISOString(),
    },
  }
  return { kind: 'ussdPayment', body: casedFields(body, subscriber.names), callbackUrl, label }
}

/** Both say it together; where they do not, nobody knows (field notes, "Fulfilment notice"). */
const fulfilmentSigns: Readonly<Record<PayOutcome, readonly [isSuccessful: boolean, status: string]>> = {
  paid: [true, 'Paid'],
  failed: [false, 'Failed'],
  cancelled: [false, 'Cancelled'],
  refunded: [true, 'Refunded'],
  undetermined: [true, 'Unpaid'],
}

function fulfilmentNotice(
  { id, subscriber, openedAt }: ServiceSession,
  item: readonly ScreenItem[],
  { outcome, amount, due, paymentId, label }: Settled,
): PaymentNotice {
  const [isSuccessful, status] = fulfilmentSigns[outcome]
  const { channel, mobile, names } = subscriber
  const at = openedAt.toISOString()
  const body = {
    SessionId: id,
    OrderId: paymentId,
    ExtraData: {},
    OrderInfo: {
      // Who pays has a phone, also where the session shows an opaque identifier (reference 2.5, Mobile).
      CustomerMobileNumber: channel === 'ussd' ? mobile : '+233000000000',
      CustomerEmail: 'customer@example.com',
      CustomerName: 'A Customer',
      Status: status,
      OrderDate: at,
      Currency: 'GHS',
      BranchName: 'Main',
      IsRecurring: false,
      RecurringInvoiceId: null,
      Subtotal: due,
      Items: item.map(({ name, quantity, price }, position) => ({
        ItemId: `item-${position + 1}`,
        Name: name,
        Quantity: quantity,
        UnitPrice: price,
      })),
      Payment: {
        PaymentType: 'mobilemoney',
        AmountPaid: amount,
        AmountAfterCharges: amount,
        PaymentDate: at,
        PaymentDescription: `The payment: ${outcome}`,
        IsSuccessful: isSuccessful,
      },
    },
  }
  return { kind: 'fulfilment', body: casedFields(body, names), callbackUrl: null, label }
}

/** In hundredths, so that no float tail is left. */
function totalOf(item: readonly ScreenItem[]): number {
  return toMajor(toMinor(item.reduce((sum, { quantity, price }) => sum + quantity * price, 0)))
}

/** Fields whose names are in PascalCase, in the casing of the service, down to the last. */
export function casedFields(fields: Fields, casing: NameCasing): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [casedName(name, casing), casedValue(value, casing)]),
  )
}

function casedValue(value: unknown, casing: NameCasing): unknown {
  if (Array.isArray(value)) return value.map((one) => casedValue(one, casing))
  return isRecord(value) ? casedFields(value, casing) : value
}
