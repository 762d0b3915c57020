/**
 * What a handler may and may not do with events. Nothing here runs: `tsc --noEmit` fails when a line under
 * `@ts-expect-error` compiles after all, or any other line does not.
 */
import type {
  CheckoutEvent,
  DeliveryReportEvent,
  Evidence,
  FulfilmentEvent,
  InboundMessageEvent,
  Kind,
  MoneyKind,
  NotificationKind,
  Outcome,
  PaymentEvent,
  ProgrammablePush,
  PushEvent,
  TurnKind,
  UssdEvent,
  UssdPaymentEvent,
  UssdPush,
} from '../../src/index.ts'

type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
type MustBe<Check extends true> = Check

/** Words that are closed, and events by their kind. */
export type Closed = [
  MustBe<Equal<Outcome, 'paid' | 'failed' | 'cancelled' | 'pending' | 'refunded' | 'undetermined'>>,
  MustBe<Equal<Evidence, 'callback' | 'signed' | 'confirmed'>>,
  MustBe<Equal<MoneyKind, 'checkout' | 'fulfilment' | 'ussdPayment'>>,
  MustBe<Equal<PaymentEvent['source'], MoneyKind>>,
  MustBe<Equal<NotificationKind, MoneyKind | 'deliveryReport' | 'inboundMessage'>>,
  MustBe<Equal<TurnKind, 'ussd' | 'programmable'>>,
  MustBe<Equal<Kind, TurnKind | NotificationKind>>,
  MustBe<Equal<UssdPush['type'], 'initiation' | 'response'>>,
  MustBe<Equal<ProgrammablePush['type'], 'initiation' | 'response' | 'addToCart'>>,
  // What may be missing says so: it must be looked at before it is used.
  MustBe<Equal<PaymentEvent['amount'], number | null>>,
  MustBe<Equal<PaymentEvent['clientReference'], string | null>>,
  MustBe<Equal<UssdEvent['sequence'], number | null>>,
  MustBe<Equal<UssdEvent['clientState'], string | null>>,
  MustBe<Equal<InboundMessageEvent['date'], Date | null>>,
  MustBe<Equal<PushEvent['raw'], unknown>>,
]

/** `source` tells which money it is, with the fields of its own. */
export function narrows(payment: PaymentEvent): string | null {
  // @ts-expect-error not every payment has a CheckoutId
  payment.checkoutId
  switch (payment.source) {
    case 'checkout':
      return payment.salesInvoiceId ?? payment.paymentDetails.cardType
    case 'fulfilment':
      return payment.order.items[0]?.name ?? payment.payment.paymentType
    case 'ussdPayment':
      return payment.transactionId ?? payment.orderId
  }
}

/** An outcome that is added to the list must be thought of. */
export function everyOutcome(outcome: Outcome): boolean {
  switch (outcome) {
    case 'paid':
      return true
    case 'failed':
    case 'cancelled':
    case 'pending':
    case 'refunded':
    case 'undetermined':
      return false
  }
}

export function openWords(report: DeliveryReportEvent, push: UssdEvent): boolean {
  // Known words are offered, others are allowed: the service may add to them.
  return report.status === 'Delivered' || report.status === 'On Its Way' || push.type === 'Query'
}

export function mustNotCompile(
  checkout: CheckoutEvent,
  fulfilment: FulfilmentEvent,
  notice: UssdPaymentEvent,
  push: UssdPush,
): void {
  // @ts-expect-error an amount may be missing
  checkout.amount.toFixed(2)
  // @ts-expect-error an event is not changed
  checkout.outcome = 'paid'
  // @ts-expect-error nor what is in it
  fulfilment.order.items.push({ itemId: null, name: 'Tea', quantity: 1, unitPrice: 5 })
  // @ts-expect-error nor its raw
  notice.raw = {}
  // @ts-expect-error raw is whatever came: look before using it
  notice.raw.Data
  // @ts-expect-error no such outcome
  notice.outcome === 'success'
  // @ts-expect-error a handler never sees a time-out: onLeave does
  push.type === 'timeout'
  // @ts-expect-error the reference's names, in camelCase
  push.SessionId
  // @ts-expect-error answers are not changed
  push.answers.push('5')
}
