import type { Words } from '../words.ts'
import { checkOption, checkOptions, checkRange, isCount, optionNames } from './check-options.ts'
import { cleanLine, cleanLines } from './clean-lines.ts'
import { fillWords } from './fill-words.ts'
import { makeQuestion } from './make-question.ts'
import type { AnswerFound, Checked, CheckSays, Question, QuestionOptions, Settled, Skipped } from './question.ts'

/**
 * What {@link text} takes.
 *
 * @example
 * const options: TextOptions = { min: 2, max: 40, problem: 'Please enter your full name.' }
 */
export interface TextOptions<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>
  extends QuestionOptions<string, Says, Line> {
  /** Fewest characters (code points), 1 or more; 1 when not given. A blank answer is always refused. */
  readonly min?: number | undefined
  /** Most characters (code points), 1 or more; 160 when not given. */
  readonly max?: number | undefined
  /** What must be found in the answer: anchor it with `^` and `$` where it describes the whole. */
  readonly pattern?: RegExp | undefined
  /** Whether rich channels show a field of several lines. Then the answer keeps its line feeds; else it is one line. */
  readonly long?: boolean | undefined
}

/**
 * Asks for a text. The answer is well-formed, without control characters and without white space at its ends.
 *
 * @throws FMW_QUESTION_NAME, FMW_QUESTION_VALUE for options that are none
 * @example
 * ```ts
 * const name = await talk.ask('Your name?', text({ max: 40 }))
 * const pin = await talk.ask('Your PIN?', text({ pattern: /^\d{4}$/, problem: 'Four digits, please.', sensitive: true }))
 * ```
 */
export function text<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>(
  options: TextOptions<Says, Line> = {},
): Question<Checked<string, Settled<Says>> | Skipped<Settled<Line>>> {
  const own = checkOptions('text', names, options)
  const { min, max, pattern, long } = own
  checkOption('text', 'min', characters, min, isCount(min))
  checkOption('text', 'max', characters, max, isCount(max))
  checkOption('text', 'pattern', 'a regular expression', pattern, pattern instanceof RegExp)
  checkOption('text', 'long', 'true or false', long, typeof long === 'boolean')
  const limits: TextLimits = { min: min ?? fewest, max: max ?? most, pattern }
  checkRange('text', limits.min, limits.max)
  return makeQuestion(own, {
    type: 'text',
    field: long === true ? 'textarea' : 'text',
    clean: long === true ? cleanLines : cleanLine,
    understand: (entry, { words }) => understand(entry, limits, words),
  })
}

const names = optionNames('min', 'max', 'pattern', 'long')
const characters = 'a whole number of characters, 1 or more'

const fewest = 1

/** Of a USSD answer hardly more can be typed, and of a screen no more is shown. */
const most = 160

interface TextLimits {
  readonly min: number
  readonly max: number
  readonly pattern: RegExp | undefined
}

function understand(entry: string, { min, max, pattern }: TextLimits, words: Words): AnswerFound<string> {
  const length = lengthOf(entry)
  const line = (word: string) => ({ problem: fillWords(word, { min: `${min}`, max: `${max}` }) })
  if (length < min) return line(words.tooShort)
  if (length > max) return line(words.tooLong)
  // Not test(): with the flag g it would go on from where it found something in another answer.
  return pattern === undefined || entry.search(pattern) !== -1 ? { answer: entry } : line(words.form)
}

/** In code points. */
function lengthOf(entry: string): number {
  let length = 0
  for (const _ of entry) length++
  return length
}
