export { type DateOptions, date } from './date.ts'
export type { DateOrder } from './date-forms.ts'
export { type DecimalOptions, decimal } from './decimal.ts'
export { type EmailOptions, email } from './email.ts'
export { type MoneyOptions, money } from './money.ts'
export { type PhoneNumberOptions, phone } from './phone.ts'
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
} from './question.ts'
export { type TextOptions, text } from './text.ts'
export { type WholeOptions, whole } from './whole.ts'
