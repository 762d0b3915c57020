export type { ExportedFixture } from './admin/export-fixture.ts'
export type { Inbox, RedriveOptions, RedriveProgress } from './admin/inbox.ts'
export type { InboxAttempt, InboxEntry, InboxEntryDetails, InboxPage } from './admin/inbox-entry.ts'
export type { InboxFilter, InboxQuery } from './admin/inbox-query.ts'
export type { NotificationEvent } from './admin/read-entry.ts'
export type {
  SessionEntry,
  Sessions,
  SessionsPage,
  SessionsQuery,
  SessionTranscript,
  SessionTurn,
} from './admin/sessions-look.ts'
export * from './catalogue/index.ts'
export { type Clock, systemClock } from './clock.ts'
export type { Channel } from './conversation/channel.ts'
export { type Conversation, conversation } from './conversation/conversation.ts'
export type { ConversationOptions, TalkHelp, TalkKeys } from './conversation/conversation-options.ts'
export { frenchWords } from './conversation/french-words.ts'
export * from './conversation/questions/index.ts'
export type { AsJson } from './conversation/record/recorded.ts'
export type { Ending, ShowOptions, TalkPayment } from './conversation/steps/ending.ts'
export type * from './conversation/talk.ts'
export { englishWords, type Words } from './conversation/words.ts'
export type { Acknowledgement } from './http/notification-endpoint.ts'
export type { Problem } from './http/problem.ts'
export type { Classify } from './http/recognise.ts'
export type { Attempt } from './inbox/attempt.ts'
export type { Log } from './log.ts'
export type {
  DescribedReport,
  FulfilmentReportDetails,
  FulfilmentReportOptions,
} from './payments/reports/report-options.ts'
export type {
  CallbackTerms,
  CallbackUrlRequest,
  CheckoutCallbackRequest,
  UssdPaymentCallbackRequest,
} from './payments/rules/callback-request.ts'
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
export { type Confirmation, type ReviewReason, reviewReasons } from './pushes/money/confirmation.ts'
export {
  type Evidence,
  type FulfilmentRow,
  fulfilmentOutcomes,
  type Outcome,
  type OutcomeRow,
  paymentOutcomes,
} from './pushes/money/outcome.ts'
export type { PaymentFacts } from './pushes/money/payment-event.ts'
export type { SignedAddress } from './pushes/money/signed-address.ts'
export type { ProgrammableEvent, ProgrammableRequest } from './pushes/programmable.ts'
export type { Open, TypeWord } from './pushes/reading/type-word.ts'
export type { SessionEvent } from './pushes/session-push.ts'
export type { UssdEvent, UssdRequest } from './pushes/ussd.ts'
export type { UssdPaymentEvent } from './pushes/ussd-payment.ts'
export type {
  Counts,
  FollowUpIncident,
  MerchantEvents,
  NotificationIncident,
  TurnIncident,
} from './registration/events/activity.ts'
export type { Merchant } from './registration/merchant.ts'
export type * from './registration/options/handlers.ts'
export type * from './registration/options/options.ts'
export type { PushUrl } from './registration/urls.ts'
export { toMinor } from './replies/checks/decimal.ts'
export type {
  Choice,
  ChoiceDetails,
  DataType,
  EndOptions,
  FieldType,
  MenuForm,
  MenuOptions,
  ProgrammableReplies,
  PromptOptions,
  Reply,
  ReplyEnvelope,
  ReplyItem,
  ReplyOptions,
  ScreenOptions,
  UssdPaymentRequest,
  UssdReplies,
} from './replies/index.ts'
export type * from './store/entry.ts'
export { type EntryKind, type FollowUpKind, followUpKinds } from './store/entry-kinds.ts'
export type * from './store/inbox-store.ts'
export { type MemoryStoreSettings, memoryStore } from './store/memory-store.ts'
export { type StoreRoom, standardRoom } from './store/room.ts'
export type * from './store/store.ts'
export type * from './store/turn-store.ts'
export { type Country, type CountryCode, countries, type Numbering } from './text/countries.ts'
export type { AnswerSource } from './turns/pending-request.ts'
export type { Screens } from './turns/screens.ts'
export type { MobileMayChange } from './turns/session-owner.ts'
export type { WhenStoreFails } from './turns/stored/settings.ts'
export type { TurnContext } from './turns/turn.ts'
export type { DeadlineReplies, OnDeadline, SessionEnd } from './turns/turns-settings.ts'
export {
  allOf,
  anyOf,
  basic,
  type Credentials,
  type Secrets,
  type SourceAddressesOptions,
  type SourceList,
  secretHeader,
  secretPath,
  secretQuery,
  sourceAddresses,
  type Verifier,
  type VerifyRequest,
  type VerifyRequestWithBody,
  verifyWith,
} from './verify/index.ts'
