import type { Words } from '../words.ts'
import { checkOption, checkOptions, checkRange, optionNames } from './check-options.ts'
import { exampleWithin, fillWords } from './fill-words.ts'
import { makeQuestion } from './make-question.ts'
import { plainEntry } from './plain-entry.ts'
import type { AnswerRead, Question, QuestionOptions } from './question.ts'

/**
 * What {@link whole} takes.
 *
 * @example
 * const options: WholeOptions = { min: 1, max: 20 }
 */
export interface WholeOptions extends QuestionOptions<number> {
  /** A safe integer; the smallest one when not given. */
  readonly min?: number | undefined
  /** A safe integer; the largest one when not given. */
  readonly max?: number | undefined
}

/**
 * Asks for a whole number. It may have a sign, zeros in front, and groups of three digits parted by one sort of mark:
 * `1 000 000` and `1,000,000` are a million. With a decimal, even `5.0`, it is refused.
 *
 * @throws FMW_QUESTION_NAME, FMW_QUESTION_VALUE for options that are none
 * @example
 * ```ts
 * const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 })) // a number
 * ```
 */
export function whole(options: WholeOptions = {}): Question<number> {
  const own = checkOptions('whole', names, options)
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = own
  checkOption('whole', 'min', safeInteger, min, Number.isSafeInteger(min))
  checkOption('whole', 'max', safeInteger, max, Number.isSafeInteger(max))
  checkRange('whole', min, max)
  return makeQuestion(own, {
    type: 'whole',
    field: 'number',
    clean: plainEntry,
    understand: (entry, { words }) => understand(entry, min, max, words),
  })
}

const names = optionNames('min', 'max')
const safeInteger = 'a whole number of at most 9007199254740991 either way'

/** No group begins with a zero: in `0,500` the comma is a decimal mark. */
const form = /^[+-]?(?:\d+|[1-9]\d{0,2}([ ,])\d{3}(?:\1\d{3})*)$/
const marks = /[ ,]/g

function understand(entry: string, min: number, max: number, words: Words): AnswerRead<number> {
  const limits = { min: `${min}`, max: `${max}`, example: `${exampleWithin(min, max, 1500)}` }
  const line = (word: string) => ({ problem: fillWords(word, limits) })
  if (!form.test(entry)) return line(words.whole)
  // What is no safe integer is beyond every limit, so its lost digits do not matter. `-0` is 0.
  const answer = Number(entry.replace(marks, '')) + 0
  if (answer < min) return line(words.tooSmall)
  return answer > max ? line(words.tooLarge) : { answer }
}
