import type { FieldType } from '../../replies/index.ts'
import type { AsJson } from '../../store/effects/recorded.ts'
import type { Numbering } from '../../text/countries.ts'
import type { isEnding } from '../steps/ending.ts'
import type { Words } from '../words.ts'

/**
 * What `read` of a question gets besides the answer.
 *
 * @example
 * const read = (entered: string, { words }: ReadingContext) => entered === 'A' ? { answer: 1 } : { problem: words.form }
 */
export interface ReadingContext {
  readonly words: Words
  /** The country for national phone numbers, of the question or of the registration. */
  readonly country: Numbering | undefined
  /** The `locale` of the conversation: which mark parts thousands, and which begins decimals. */
  readonly locale?: string | undefined
}

/**
 * What `read` of a question returns. `answer` is a JSON value, and is recorded. `problem` is the line that says why
 * not. `lookUp` continues with work that takes time, such as finding a customer by number.
 *
 * @example
 * const understood: AnswerRead<number> = { answer: 5 }
 * const refused: AnswerRead<number> = { problem: 'Please enter 1 to 20.' }
 */
export type AnswerRead<Answer> = AnswerFound<Answer> | { readonly lookUp: () => Promise<AnswerFound<Answer>> }

/**
 * What `lookUp` returns: an answer, or a problem.
 *
 * @example
 * const nobody: AnswerFound<Pupil> = { problem: 'No pupil has that number.' }
 */
export type AnswerFound<Answer> = { readonly answer: Answer } | { readonly problem: string }

/**
 * What a `check` may return: true, false or the line to say; an object that it found, which becomes the answer; null or
 * undefined if it found nothing. An empty list, an ending or an error fails the turn: it might mean either.
 *
 * @example
 * const says: CheckSays = 'No pupil has that number.'
 */
export type CheckSays =
  | boolean
  | string
  | (object & { readonly [isEnding]?: never; readonly then?: never; readonly stack?: never })
  | null
  | undefined

/**
 * The answer of a question with a `check`: the object that it found, as JSON, otherwise what was entered.
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
 * The answer of a question that may be skipped: null if it was.
 *
 * @example
 * const nothing: Skipped<'0 to skip'> = null
 */
export type Skipped<Line> = Line extends string ? null : never

/**
 * Options of every question, besides its limits.
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
   * Checks an answer that is within the limits. Return true, false (the plugin's error line), or your error line. If it
   * returns an object, such as the pupil with that number, this becomes the answer. It is recorded, and not looked up
   * again. Null and undefined are a no.
   */
  readonly check?: ((answer: Answer) => Says | Promise<Says>) | undefined
  /**
   * Lets the subscriber skip the question. Give the line that says how; it begins with the key: `0 to skip`. The answer
   * is then null. On rich channels, an empty field skips too.
   */
  readonly optional?: Line | undefined
  /** Your error line, instead of all of ours for this question. */
  readonly problem?: string | undefined
  /**
   * The answer is secret, such as a PIN. It is masked on its way, sealed in the store, and stays out of logs and
   * transcripts.
   */
  readonly sensitive?: boolean | undefined
  /** Wrong answers that end the session. Default: `tries` of the conversation, which is 3. */
  readonly tries?: number | undefined
  /**
   * Whether the key of a way, such as the `0` of Back, is an answer. `true`: it is, and on USSD the way is drawn and
   * entered with a star (`*0 Back`). `false`: it isn't, and leads its way. Not given: a question that would accept such
   * a key fails, because `0` is Back on the screens around it. If you can, give it limits without the key instead, such
   * as `min: 1`. Default: not given; `false` for `text` without a `pattern`, because nobody's name is `0`.
   */
  readonly takesKeys?: boolean | undefined
}

/**
 * A question that the subscriber answers by typing. `text`, `whole`, `decimal`, `phone`, `email` and `date` make one.
 * Any object of this shape is a question of your own.
 *
 * @example
 * const plate: Question<string> = {
 *   type: 'plate',
 *   field: 'text',
 *   read: (entered) => (/^[A-Z]{2} \d{4}$/.test(entered) ? { answer: entered } : { problem: 'For example AB 1234' }),
 * }
 */
export interface Question<Answer> extends QuestionOptions<Answer, boolean | string, string | undefined> {
  /** One word that names the form of the answer. The plugin doesn't read a record of another type for this question. */
  readonly type: string
  /** What rich channels let the user type. */
  readonly field: FieldType
  /** Reads what was entered, which may be any text. It throws only for a mistake in the question itself. */
  read(entered: string, context: ReadingContext): AnswerRead<Answer>
}
