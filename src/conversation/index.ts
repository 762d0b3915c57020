export type { PaymentRequest, ReplyItem } from '../replies/index.ts'
export type { OnceOptions } from '../store/effects/effects.ts'
export type { AsJson } from '../store/effects/recorded.ts'
export type { Channel } from './channel.ts'
export { type Conversation, conversation } from './conversation.ts'
export type { ConversationOptions, TalkHelp, TalkKeys } from './conversation-options.ts'
export { frenchWords } from './french-words.ts'
export type { DateOrder } from './questions/date.ts'
export { type DateOptions, date } from './questions/date.ts'
export { type EmailOptions, email } from './questions/email.ts'
export { type MoneyOptions, money } from './questions/money.ts'
export { type DecimalOptions, decimal, type WholeOptions, whole } from './questions/number.ts'
export { type PhoneNumberOptions, phone } from './questions/phone.ts'
export type {
  AnswerFound,
  AnswerRead,
  Checked,
  CheckSays,
  Question,
  QuestionOptions,
  ReadingContext,
  Settled,
  Skipped,
} from './questions/question.ts'
export { type TextOptions, text } from './questions/text.ts'
export type { Ending, ShowOptions } from './steps/ending.ts'
export type {
  AskOptions,
  Caller,
  ChooseOptions,
  LabelledOption,
  LoadOptions,
  Option,
  OwnEnding,
  Script,
  Talk,
} from './talk.ts'
export { englishWords, type Words } from './words.ts'
