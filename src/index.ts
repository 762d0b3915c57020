export type { Inbox } from './admin/inbox.ts'
export type { InboxEntry } from './admin/inbox-entry.ts'
export type { InboxQuery } from './admin/inbox-query.ts'
export type { Sessions, SessionsQuery } from './admin/sessions-look.ts'
export { describeCode } from './catalogue/describe-code.ts'
export { limits } from './catalogue/limits.ts'
export { messageCodes } from './catalogue/message-codes.ts'
export {
  isFinalStatus,
  laterStatus,
  type MessageStatus,
  messageStatuses,
  readMessageStatus,
} from './catalogue/message-statuses.ts'
export { paymentCodes } from './catalogue/payment-codes.ts'
export { type TransactionStatus, transactionStatuses } from './catalogue/transaction-statuses.ts'
export { networkMessages, ussdErrorCodes } from './catalogue/ussd-error-codes.ts'
export { type Clock, systemClock } from './clock.ts'
export type { Acknowledgement } from './http/notification-endpoint.ts'
export type { Problem } from './http/problems.ts'
export type { Classify } from './http/recognise.ts'
export type { Attempt } from './inbox/attempt.ts'
export type { DeadNotification } from './inbox/work.ts'
export type { HandlerLog, Log } from './log.ts'
export type { FulfilmentReportOptions } from './payments/reports/report-options.ts'
export type { CallbackUrlRequest } from './payments/rules/callback-request.ts'
export type { SafeCheckoutRequest } from './payments/rules/checkout-request.ts'
export type { PaymentConfirmer } from './payments/rules/payment-confirmer.ts'
export type { PaymentClient, SafeCheckout } from './payments/rules/safe-checkout.ts'
export { default } from './plugin.ts'
export type { CheckoutEvent, PaymentDetails } from './pushes/checkout.ts'
export type { DeliveryReportEvent } from './pushes/delivery-report.ts'
export type { PushEvent } from './pushes/event.ts'
export type { FulfilmentEvent, FulfilmentItem, FulfilmentOrder, FulfilmentPayment } from './pushes/fulfilment.ts'
export type { InboundMessageEvent } from './pushes/inbound-message.ts'
export { type Kind, kinds, type MoneyKind, type NotificationKind, type TurnKind } from './pushes/kinds.ts'
export {
  type Confirmation,
  type ReviewReason,
  reviewReasons,
} from './pushes/money/confirmation.ts'
export { mayDeliver } from './pushes/money/may-deliver.ts'
export { type Evidence, fulfilmentOutcomes, type Outcome, paymentOutcomes } from './pushes/money/outcome.ts'
export type { SignedAddress } from './pushes/money/signed-address.ts'
export type { ProgrammableEvent } from './pushes/programmable.ts'
export type { UssdEvent } from './pushes/ussd.ts'
export type { UssdPaymentEvent } from './pushes/ussd-payment.ts'
export type { Counts, MerchantEvents } from './registration/events/activity.ts'
export type { Merchant } from './registration/merchant.ts'
export type {
  CheckoutHandler,
  DeliveryReportHandler,
  FulfilmentHandler,
  InboundMessageHandler,
  NotificationHandler,
  PaymentEvent,
  PaymentHandler,
  ProgrammableHandler,
  ProgrammablePush,
  ProgrammableTurn,
  UssdHandler,
  UssdPaymentHandler,
  UssdPush,
  UssdTurn,
} from './registration/options/handlers.ts'
export type {
  FulfilmentKindOptions,
  MerchantWebhooksOptions,
  NotificationKindOptions,
  NotificationOptions,
  PaymentOptions,
  ReconcileOptions,
  RetentionOptions,
  RetryOptions,
  SessionsOptions,
  TurnKindOptions,
  TurnOptions,
} from './registration/options/options.ts'
export type { PushUrl } from './registration/urls.ts'
export { toMinor } from './replies/checks/amount.ts'
export type { Choice } from './replies/choices.ts'
export type { PaymentRequest, ReplyItem } from './replies/payment-request.ts'
export type { Reply } from './replies/reply.ts'
export type { EndOptions, FieldType, MenuOptions, PromptOptions } from './replies/reply-options.ts'
export type { ReplyOptions } from './replies/wire/reply-settings.ts'
export { memoryStore } from './store/memory-store.ts'
export type { Store } from './store/store.ts'
export { type Country, type CountryCode, countries, type Numbering } from './text/countries.ts'
export type { ChannelMessages, TurnStep } from './trace/channels.ts'
export type { Screens } from './turns/screens.ts'
export type { OnDeadline, SessionEnd } from './turns/turns-settings.ts'
export { basic } from './verify/basic.ts'
export { allOf, anyOf } from './verify/combine.ts'
export { secretHeader } from './verify/secret-header.ts'
export { secretPath } from './verify/secret-path.ts'
export { secretQuery } from './verify/secret-query.ts'
export { sourceAddresses } from './verify/source-addresses.ts'
export type { Verifier, VerifyRequest } from './verify/verifier.ts'
export { verifyWith } from './verify/verifier.ts'
