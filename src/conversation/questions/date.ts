import { QuestionValueError } from '../errors.ts'
import { checkOption, checkOptions, checkRange, optionNames } from './check-options.ts'
import { type DateOrder, daysMeant, isDateOrder, isIsoDay, writeDay } from './date-forms.ts'
import { fillWords, makeQuestion } from './make-question.ts'
import { plainEntry } from './plain-entry.ts'
import type { Checked, CheckSays, Question, QuestionOptions, Settled, Skipped } from './question.ts'

/**
 * Options of {@link date}.
 *
 * @example
 * const options: DateOptions = { min: () => shop.today(), max: '2027-12-31' }
 */
export interface DateOptions<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>
  extends QuestionOptions<string, Says, Line> {
  /**
   * The first day, such as `2026-12-31`, or a function that returns it each time an answer is read. Use a function for
   * "today", which depends on the time zone and changes while the process runs. Default: 1 January 1900.
   */
  readonly min?: string | (() => string) | undefined
  /** The last day, or a function that returns it. Default: 31 December 9999. */
  readonly max?: string | (() => string) | undefined
  /** The order of day, month and year in answers and error lines. Default `dmy`. */
  readonly order?: DateOrder | undefined
}

/**
 * Asks for a date. The answer is a day of the calendar as `2026-12-31`. With `dmy` it may be entered as `31/12/2026`,
 * `31-12-2026`, `31.12.2026`, `31 12 2026`, `31122026`, each also with two digits of the year, and in every order as
 * `2026-12-31`. A year of two digits is the one within the limits. If both fit, 00 to 49 mean 20.., and 50 to 99 mean
 * 19...
 *
 * @throws FMW_QUESTION_NAME for an unknown option, FMW_QUESTION_VALUE for a wrong one; `read` throws the latter if the
 * function of a limit doesn't return a day
 * @example
 * ```ts
 * const birthday = await talk.ask('Date of birth?', date({ max: '2008-12-31' })) // '1990-02-28'
 * ```
 */
export function date<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>(
  options: DateOptions<Says, Line> = {},
): Question<Checked<string, Settled<Says>> | Skipped<Settled<Line>>> {
  const own = checkOptions('date', names, options)
  const { min, max, order = 'dmy' } = own
  checkOption('date', 'order', "'dmy', 'mdy' or 'ymd'", order, isDateOrder(order))
  checkOption('date', 'min', limit, min, isLimit(min))
  checkOption('date', 'max', limit, max, isLimit(max))
  const first = min ?? earliest
  const last = max ?? latest
  if (typeof first === 'string' && typeof last === 'string') checkRange('date', first, last)
  return makeQuestion(own, {
    type: 'date',
    field: 'text',
    clean: plainEntry,
    understand(entry, { words }) {
      const limits = { min: dayOf('min', first), max: dayOf('max', last) }
      checkRange('date', limits.min, limits.max)
      const line = (word: string) => ({ problem: fillWords(word, written(limits, order)) })
      const meant = daysMeant(entry, order)
      const answer = meant.find((day) => day >= limits.min && day <= limits.max) ?? meant[0]
      if (answer === undefined) return line(words.date)
      if (answer < limits.min) return line(words.tooEarly)
      return answer > limits.max ? line(words.tooLate) : { answer }
    },
  })
}

const names = optionNames('min', 'max', 'order')
const limit = "a day such as '2026-12-31', or a function that gives one"

const earliest = '1900-01-01'
const latest = '9999-12-31'

/** Its day can be no month, so it shows the order. */
const example = '2026-12-31'

function isLimit(value: unknown): boolean {
  return typeof value === 'function' || isIsoDay(value)
}

function dayOf(option: string, given: string | (() => string)): string {
  if (typeof given === 'string') return given
  const day = given()
  if (!isIsoDay(day)) throw new QuestionValueError(option, 'the question date', limit, 'a function that gave none')
  return day
}

function written({ min, max }: { readonly min: string; readonly max: string }, order: DateOrder) {
  const nearest = example < min ? min : example > max ? max : example
  return { min: writeDay(min, order), max: writeDay(max, order), example: writeDay(nearest, order) }
}
