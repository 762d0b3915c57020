export * from './catalogue/index.ts'
export { type Clock, systemClock } from './clock.ts'
export type { Channel } from './conversation/channel.ts'
export { type Conversation, conversation } from './conversation/conversation.ts'
export type { ConversationOptions, TalkHelp, TalkKeys } from './conversation/conversation-options.ts'
export { frenchWords } from './conversation/french-words.ts'
export * from './conversation/questions/index.ts'
export type { AsJson } from './conversation/record/recorded.ts'
export type { Ending } from './conversation/steps/ending.ts'
export type * from './conversation/talk.ts'
export { englishWords, type Words } from './conversation/words.ts'
export type { Acknowledgement } from './http/notification-endpoint.ts'
export type { Problem } from './http/problem.ts'
export type { Classify } from './http/recognise.ts'
export type { Attempt } from './inbox/attempt.ts'
export type { ExportedFixture } from './inbox/look/export-fixture.ts'
export type { Inbox, RedriveOptions, RedriveProgress } from './inbox/look/inbox.ts'
export type { InboxAttempt, InboxEntry, InboxEntryDetails, InboxPage } from './inbox/look/inbox-entry.ts'
export type { InboxFilter, InboxQuery } from './inbox/look/inbox-query.ts'
export type { NotificationEvent } from './inbox/look/read-entry.ts'
export type { Log } from './log.ts'
export type {
  CallbackTerms,
  CallbackUrlRequest,
  CheckoutCallbackRequest,
  UssdPaymentCallbackRequest,
} from './payments/callback-request.ts'
export type { SafeCheckoutRequest } from './payments/checkout-request.ts'
export type { PaymentConfirmer } from './payments/payment-confirmer.ts'
export type { DescribedReport, FulfilmentReportDetails, FulfilmentReportOptions } from './payments/report-options.ts'
export type { PaymentClient, SafeCheckout } from './payments/safe-checkout.ts'
export { default } from './plugin.ts'
export type { CheckoutEvent, PaymentDetails } from './pushes/checkout.ts'
export { type Confirmation, type ReviewReason, reviewReasons } from './pushes/confirmation.ts'
export type { DeliveryReportEvent } from './pushes/delivery-report.ts'
export type { PushEvent } from './pushes/event.ts'
export type { FulfilmentEvent, FulfilmentItem, FulfilmentOrder, FulfilmentPayment } from './pushes/fulfilment.ts'
export type { InboundMessageEvent } from './pushes/inbound-message.ts'
export { type Kind, kinds, type MoneyKind, type NotificationKind, type TurnKind } from './pushes/kinds.ts'
export {
  type Evidence,
  type FulfilmentRow,
  fulfilmentOutcomes,
  type Outcome,
  type OutcomeRow,
  paymentOutcomes,
} from './pushes/outcome.ts'
export type { PaymentFacts } from './pushes/payment-event.ts'
export type { ProgrammableEvent, ProgrammableRequest } from './pushes/programmable.ts'
export type { SessionEvent } from './pushes/session-push.ts'
export type { SignedAddress } from './pushes/signed-address.ts'
export type { Open, TypeWord } from './pushes/type-word.ts'
export type { UssdEvent, UssdRequest } from './pushes/ussd.ts'
export type { UssdPaymentEvent } from './pushes/ussd-payment.ts'
export type {
  Counts,
  FollowUpIncident,
  MerchantEvents,
  NotificationIncident,
  TurnIncident,
} from './registration/activity.ts'
export type * from './registration/handlers.ts'
export type { Merchant } from './registration/merchant.ts'
export type * from './registration/options.ts'
export type { PushUrl } from './registration/urls.ts'
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
export { toMinor } from './replies/to-minor.ts'
export type * from './store/entry.ts'
export { type EntryKind, type FollowUpKind, followUpKinds } from './store/entry-kinds.ts'
export type * from './store/inbox-store.ts'
export { type MemoryStoreSettings, memoryStore } from './store/memory-store.ts'
export { type StoreRoom, standardRoom } from './store/room.ts'
export type * from './store/store.ts'
export type * from './store/turn-store.ts'
export { type Country, type CountryCode, countries, type Numbering } from './text/countries.ts'
export type { AnswerSource } from './turns/asked.ts'
export type { WhenStoreFails } from './turns/kept-settings.ts'
export type { Screens } from './turns/screens.ts'
export type { MobileMayChange } from './turns/session-owner.ts'
export type {
  SessionEntry,
  Sessions,
  SessionsPage,
  SessionsQuery,
  SessionTranscript,
  SessionTurn,
} from './turns/sessions-look.ts'
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
