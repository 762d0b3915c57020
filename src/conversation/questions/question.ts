import type { FieldType } from '../../replies/index.ts'
import type { Numbering } from '../../text/countries.ts'
import type { AsJson } from '../record/recorded.ts'
import type { Words } from '../words.ts'

/**
 * What reading an answer may need.
 *
 * @example
 * const read = (entered: string, { words }: ReadingContext) => entered === 'A' ? { answer: 1 } : { problem: words.form }
 */
export interface ReadingContext {
  readonly words: Words
  /** Reads national phone numbers; of the question, or of the registration. */
  readonly country: Numbering | undefined
  /** Says what parts thousands and decimals; of the conversation. */
  readonly locale?: string | undefined
}

/**
 * What was entered, understood or not. `answer` is a JSON value: it is recorded. `lookUp` goes on with what takes time, such as
 * finding somebody by their number.
 *
 * @example
 * const understood: AnswerRead<number> = { answer: 5 }
 * const refused: AnswerRead<number> = { problem: 'Please enter 1 to 20.' }
 */
export type AnswerRead<Answer> = AnswerFound<Answer> | { readonly lookUp: () => Promise<AnswerFound<Answer>> }

/**
 * What came of an answer at last.
 *
 * @example
 * const nobody: AnswerFound<Pupil> = { problem: 'No pupil has that number.' }
 */
export type AnswerFound<Answer> = { readonly answer: Answer } | { readonly problem: string }

/**
 * What a check may say of an answer: true, false or the line to say; an object that it found, which becomes the answer; null or
 * undefined where it found nothing.
 *
 * @example
 * const says: CheckSays = 'No pupil has that number.'
 */
export type CheckSays = boolean | string | object | null | undefined

/**
 * What a question answers whose check says something: the object that it found, as JSON, else what was entered.
 *
 * @example
 * const pupil: Checked<string, { readonly name: string } | string> = { name: 'Ama' }
 */
export type Checked<Answer, Says> = [Extract<Says, object>] extends [never]
  ? Answer
  : AsJson<Extract<Says, object>> | (true extends Says ? Answer : never)

/**
 * A type that the options of a question decide, and never what its answer is wanted for. (`NoInfer` would decide it before a
 * check is read.)
 *
 * @example
 * const says: Settled<boolean> = true
 */
export type Settled<Type> = [Type][Type extends unknown ? 0 : never]

/**
 * What a question answers that may be skipped.
 *
 * @example
 * const nothing: Skipped<'0 to skip'> = null
 */
export type Skipped<Line> = Line extends string ? null : never

/**
 * What every question may be given beside its limits.
 *
 * @example
 * const secret: QuestionOptions<string> = { sensitive: true, tries: 1, check: (pin) => isRight(pin) }
 */
export interface QuestionOptions<
  Answer,
  Says extends CheckSays = boolean | string,
  Line extends string | undefined = undefined,
> {
  /**
   * Says whether an answer within the limits will do: true, false (our own error line), or the error line. An object that it
   * gives, such as the pupil of that number, becomes the answer: it is recorded, and not looked up again; null and undefined
   * are a no.
   */
  readonly check?: ((answer: Answer) => Says | Promise<Says>) | undefined
  /**
   * The question may be skipped: the line that says how, drawn under it. It begins with the key that skips: `0 to skip`. The
   * answer is null then. On rich channels a field that is left empty skips too.
   */
  readonly optional?: Line | undefined
  /** In place of our error lines for this question. */
  readonly problem?: string | undefined
  /** The answer is secret, such as a PIN: masked on the way, out of logs and transcripts, sealed in the store. */
  readonly sensitive?: boolean | undefined
  /** How often it may be answered wrongly before the session ends; 3 when not given. */
  readonly tries?: number | undefined
  /**
   * The key of a way, such as the `0` of Back, may be an answer to it: on USSD that way is then entered, and drawn, with a
   * star (`*0 Back`). False when not given: a number question that takes such a key fails, because `0` is Back on the
   * screens around it. Give it limits without the key instead, such as `min: 1`, where you can.
   */
  readonly takesKeys?: boolean | undefined
}

/**
 * A question that is answered in the subscriber's own words. `text`, `whole`, `decimal`, `phone`, `email` and `date` make
 * one; an object of this shape is a question of your own.
 *
 * @example
 * const plate: Question<string> = {
 *   type: 'plate',
 *   field: 'text',
 *   read: (entered) => (/^[A-Z]{2} \d{4}$/.test(entered) ? { answer: entered } : { problem: 'For example AB 1234' }),
 * }
 */
export interface Question<Answer> extends QuestionOptions<Answer, boolean | string, string | undefined> {
  /** One word: a record of another type is not read for this question. */
  readonly type: string
  /** What rich channels let the user type. */
  readonly field: FieldType
  /** Understands what was entered, whatever that is: throws only for a mistake in the question itself. */
  read(entered: string, context: ReadingContext): AnswerRead<Answer>
}
