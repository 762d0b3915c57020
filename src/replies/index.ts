export * from './checks/errors.ts'
export type { Choice, ChoiceDetails, ReplyChoice } from './choices.ts'
export { type DrawnScreen, drawnReply } from './drawn-reply.ts'
export { fallbackReply, type PlainType, plainReply, plainTypeOf } from './fallback-reply.ts'
export { type CheckedPayment, type PaymentRequest, type ReplyItem, readPayment } from './payment-request.ts'
export type { DataType, ReplyPayment } from './reply.ts'
export {
  currencyOf,
  isReply,
  isReplyOf,
  isShared,
  purchaseOf,
  type Reply,
  type ReplyChannel,
  type ReplyType,
  withoutState,
} from './reply.ts'
export type { EndOptions, FieldType, MenuForm, MenuOptions, PromptOptions, ScreenOptions } from './reply-options.ts'
export { readReply, writeReply } from './stored-reply.ts'
export { toldScreen, toldWithout } from './told-screen.ts'
export type { PayBuilder, ScreenReplies } from './turn-replies.ts'
export {
  type ProgrammableReplies,
  programmablePay,
  programmableReplies,
  type UssdReplies,
  type UssdReplySettings,
  ussdPay,
  ussdReplies,
} from './turn-replies.ts'
export { type AnsweredPush, encodeProgrammable } from './wire/encode-programmable.ts'
export { encodeUssd } from './wire/encode-ussd.ts'
export {
  type NameCasing,
  type ReplyEnvelope,
  type ReplyOptions,
  type ReplySettings,
  readReplySettings,
  type TypeWordCasing,
} from './wire/reply-settings.ts'
