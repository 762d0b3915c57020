import type { Attempt } from '../../inbox/attempt.ts'
import type { CheckoutEvent } from '../../pushes/checkout.ts'
import type { DeliveryReportEvent } from '../../pushes/delivery-report.ts'
import type { PushEvent } from '../../pushes/event.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { InboundMessageEvent } from '../../pushes/inbound-message.ts'
import type { ProgrammableEvent } from '../../pushes/programmable.ts'
import type { UssdEvent } from '../../pushes/ussd.ts'
import type { UssdPaymentEvent } from '../../pushes/ussd-payment.ts'
import type { ProgrammableReplies, Reply, UssdReplies } from '../../replies/index.ts'
import type { TurnContext } from '../../turns/turn.ts'

/**
 * A USSD push that your handler gets: the subscriber dialled, or answered. Release and timeout go to `onLeave`.
 *
 * @example
 * const entered = ({ type, message, answers }: UssdPush) => (type === 'initiation' ? answers[0] : message)
 */
export interface UssdPush extends UssdEvent {
  readonly type: 'initiation' | 'response'
}

/**
 * A programmable-service push that your handler gets. Release and timeout go to `onLeave`.
 *
 * @example
 * const isCheckout = ({ type }: ProgrammablePush) => type === 'addToCart'
 */
export interface ProgrammablePush extends ProgrammableEvent {
  readonly type: 'initiation' | 'response' | 'addToCart'
}

/**
 * What a USSD handler builds its reply with, and what it knows of the session.
 *
 * @example
 * const askName = (turn: UssdTurn<{ step: string }>) =>
 *   turn.state?.step === 'name' ? turn.end('Thank you') : turn.prompt('Your name?', { state: { step: 'name' } })
 */
export type UssdTurn<State = unknown> = TurnContext<State> & UssdReplies

/**
 * What a programmable-service handler builds its reply with, and what it knows of the session.
 *
 * @example
 * const showMeals = (turn: ProgrammableTurn) => turn.menu('Meals', [{ label: 'Rice', amount: 20 }, 'Leave'])
 */
export type ProgrammableTurn<State = unknown> = TurnContext<State> & ProgrammableReplies

// Declared as methods so that a handler typed for its own State fits the options, which know none.

/**
 * Answers a USSD turn. It must return a reply of its turn. If you forget that, it doesn't compile.
 *
 * @example
 * const menu: UssdHandler = (push, turn) =>
 *   push.type === 'initiation' ? turn.prompt('Welcome\n1. Tea') : turn.end('Goodbye')
 */
export type UssdHandler<State = unknown> = {
  handle(push: UssdPush, turn: UssdTurn<State>): Reply<'ussd'> | Promise<Reply<'ussd'>>
}['handle']

/**
 * Answers a programmable-service turn, as a `UssdHandler` does a USSD one.
 *
 * @example
 * const shop: ProgrammableHandler = (push, turn) =>
 *   push.type === 'addToCart'
 *     ? turn.pay('Confirm on the next screen', { name: 'Tea', quantity: 1, price: 5 })
 *     : turn.menu('Welcome', ['Tea, 5.00', 'Leave'])
 */
export type ProgrammableHandler<State = unknown> = {
  handle(push: ProgrammablePush, turn: ProgrammableTurn<State>): Reply<'programmable'> | Promise<Reply<'programmable'>>
}['handle']

/**
 * Answers a USSD push whose type is not known.
 *
 * @example
 * const onUnknownType: UssdUnknownTypeHandler = (push, turn) => {
 *   turn.log.warn({ type: push.type }, 'a type that we do not know')
 *   return turn.end('Please dial again')
 * }
 */
export type UssdUnknownTypeHandler = {
  handle(push: UssdEvent, turn: UssdTurn): Reply<'ussd'> | Promise<Reply<'ussd'>>
}['handle']

/**
 * Answers a programmable-service push whose type is not known.
 *
 * @example
 * const onUnknownType: ProgrammableUnknownTypeHandler = (push, turn) => {
 *   turn.log.warn({ type: push.type }, 'a type that we do not know')
 *   return turn.end('Please begin again')
 * }
 */
export type ProgrammableUnknownTypeHandler = {
  handle(push: ProgrammableEvent, turn: ProgrammableTurn): Reply<'programmable'> | Promise<Reply<'programmable'>>
}['handle']

/**
 * Handles a notification. Return when it is handled. If it throws, the plugin retries it.
 *
 * @example
 * const onReport: NotificationHandler<DeliveryReportEvent> = async (report, attempt) => {
 *   attempt.log.info({ status: report.status }, 'delivery report')
 * }
 */
export type NotificationHandler<Event extends PushEvent> = (event: Event, attempt: Attempt) => unknown

/**
 * Any push about money: `source` tells which.
 *
 * @example
 * const idOf = (payment: PaymentEvent) =>
 *   payment.source === 'fulfilment' ? payment.orderId : payment.transactionId
 */
export type PaymentEvent = CheckoutEvent | FulfilmentEvent | UssdPaymentEvent

/**
 * Handles every push about money that has no handler of its own.
 *
 * @example
 * const onPayment: PaymentHandler = async (payment, attempt) => {
 *   const isDue = mayDeliver(payment, await dueOf(payment.reference))
 *   if (isDue) await settle(payment.reference)
 *   else attempt.log.warn({ outcome: payment.outcome, why: payment.why }, 'not settled')
 * }
 */
export type PaymentHandler = NotificationHandler<PaymentEvent>

/**
 * Handles checkout callbacks.
 *
 * @example
 * const onCheckout: CheckoutHandler = async (event) => {
 *   const isDue = mayDeliver(event, await dueOf(event.reference))
 *   if (isDue) await settle(event.reference)
 * }
 */
export type CheckoutHandler = NotificationHandler<CheckoutEvent>

/**
 * Handles fulfilment notices.
 *
 * @example
 * const onOrder: FulfilmentHandler = async (cart) => {
 *   const isDue = mayDeliver(cart, await dueOf(cart.reference))
 *   if (isDue) await handOver(cart.reference, cart.order.items)
 * }
 */
export type FulfilmentHandler = NotificationHandler<FulfilmentEvent>

/**
 * Handles USSD payment notices.
 *
 * @example
 * const onNotice: UssdPaymentHandler = async (event) => {
 *   const isDue = mayDeliver(event, await dueOf(event.reference))
 *   if (isDue) await settle(event.reference)
 * }
 */
export type UssdPaymentHandler = NotificationHandler<UssdPaymentEvent>

/**
 * Handles delivery reports.
 *
 * @example
 * const onReport: DeliveryReportHandler = async ({ messageId, status }) => {
 *   if (status === 'Delivered') await markDelivered(messageId)
 * }
 */
export type DeliveryReportHandler = NotificationHandler<DeliveryReportEvent>

/**
 * Handles inbound messages.
 *
 * @example
 * const onMessage: InboundMessageHandler = async ({ from, text }, attempt) => {
 *   await saveMessage(attempt.entryId, from, text)
 * }
 */
export type InboundMessageHandler = NotificationHandler<InboundMessageEvent>
