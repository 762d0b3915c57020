import type { MoneyKind } from '../../pushes/kinds.ts'
import { toMajor, toMinor } from '../../pushes/money/amount.ts'
import type { Fields } from '../../pushes/reading/json.ts'
import type { ScreenItem, ScreenPayment } from '../../simulator/phone/screen.ts'
import { Random } from '../../simulator/random.ts'
import { inCasing, type WireFields } from '../../simulator/wire/names.ts'
import type { PayOptions, PayOutcome, PhoneOptions } from '../phone/phone-options.ts'
import type { TestedSession } from '../phone/tested-session.ts'

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
export function noticeOf(
  session: TestedSession | undefined,
  { names }: PhoneOptions,
  options: PayOptions,
): PaymentNotice | undefined {
  if (session === undefined || session.screen === null) return undefined
  const { payment, item } = session.screen
  if (payment !== undefined) return ussdNotice(session, names, payment, settle(payment.amount, session, options))
  return item === undefined
    ? undefined
    : fulfilmentNotice(session, names, item, settle(totalOf(item), session, options))
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

function settle(due: number, session: TestedSession, options: PayOptions): Settled {
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
  { openedAt }: TestedSession,
  names: PhoneOptions['names'],
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
      PaymentDate: new Date(openedAt).toISOString(),
    },
  }
  return { kind: 'ussdPayment', body: casedFields(body, names), callbackUrl, label }
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
  { id, channel, mobile, openedAt }: TestedSession,
  names: PhoneOptions['names'],
  item: readonly ScreenItem[],
  { outcome, amount, due, paymentId, label }: Settled,
): PaymentNotice {
  const [isSuccessful, status] = fulfilmentSigns[outcome]
  const at = new Date(openedAt).toISOString()
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
export function casedFields(fields: WireFields, casing: PhoneOptions['names'] = 'pascal'): Fields {
  return Object(inCasing(fields, casing, new Random(0)))
}
