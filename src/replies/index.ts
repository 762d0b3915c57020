export type { Choice, ChoiceDetails, ReplyChoice } from './choices.ts'
export { type DrawnScreen, drawnReply } from './drawn-reply.ts'
export { type AnsweredPush, encodeProgrammable } from './encode-programmable.ts'
export { encodeUssd } from './encode-ussd.ts'
export * from './errors.ts'
export { fallbackReply } from './fallback-reply.ts'
export type { FieldType } from './field-type.ts'
export type { ReplyItem } from './items.ts'
export { type PlainType, plainReply, plainTypeOf } from './plain-reply.ts'
export { type ProgrammableReplies, programmableReplies } from './programmable-replies.ts'
export { isReply, isReplyOf, isShared, type Reply, type ReplyChannel, type ReplyType, withoutState } from './reply.ts'
export type { DataType } from './reply-content.ts'
export type { EndOptions, MenuForm, MenuOptions, PromptOptions, ScreenOptions } from './reply-options.ts'
export {
  type NameCasing,
  type ReplyEnvelope,
  type ReplyOptions,
  type ReplySettings,
  readReplySettings,
  type TypeWordCasing,
} from './reply-settings.ts'
export type { ScreenReplies } from './screen-replies.ts'
export { readReply, writeReply } from './stored-reply.ts'
export type { ReplyPayment, UssdPaymentRequest } from './ussd-payment-request.ts'
export { type UssdReplies, type UssdReplySettings, ussdPay, ussdReplies } from './ussd-replies.ts'
