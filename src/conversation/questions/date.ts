import { plainEntry } from '../../text/folded/plain-entry.ts'
import { QuestionValueError } from '../errors.ts'
import { checkOption, checkOptions, checkRange, optionNames } from './check-options.ts'
import { fillWords, makeQuestion } from './make-question.ts'
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
    // No key is as long.
    isKeyless: true,
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

/**
 * In which order a date is written: day, month, year; month, day, year; or year, month, day.
 *
 * @example
 * const order: DateOrder = 'mdy'
 */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/**
 * Whether a value is such an order.
 *
 * @example
 * ```ts
 * isDateOrder('dym') // false
 * ```
 */
function isDateOrder(value: unknown): boolean {
  return value === 'dmy' || value === 'mdy' || value === 'ymd'
}

/**
 * A day as people write it in an order.
 *
 * @param day as `2026-12-31`
 * @example
 * ```ts
 * writeDay('2026-12-31', 'dmy') // '31/12/2026'
 * ```
 */
function writeDay(day: string, order: DateOrder): string {
  return day.replace(parts, replacements[order])
}

const parts = /^(\d{4})-(\d\d)-(\d\d)$/

const replacements: Readonly<Record<DateOrder, string>> = { dmy: '$3/$2/$1', mdy: '$2/$3/$1', ymd: '$1-$2-$3' }

/**
 * The days that an entry may mean, as `2026-12-31`, the likeliest first: one for a year of four digits, up to two for a
 * year of two, none where it is no date. A slash, a dash, a point or a space parts the numbers, or nothing where each
 * has all its digits. Four digits in front are a year in every order.
 *
 * @example
 * ```ts
 * daysMeant('31/12/2026', 'dmy') // ['2026-12-31']
 * daysMeant('31.12.26', 'dmy') // ['2026-12-31', '1926-12-31']
 * ```
 */
function daysMeant(entry: string, order: DateOrder): readonly string[] {
  for (const form of forms[order]) {
    const { year, month, day } = form.exec(entry)?.groups ?? {}
    if (year !== undefined) return yearsMeant(year).flatMap((one) => isoDay(one, Number(month), Number(day)) ?? [])
  }
  return []
}

const yearFirst = /^(?<year>\d{4}|\d\d)(?<mark> ?[/.-] ?| )(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/
const wholeYearFirst = /^(?<year>\d{4})(?<mark> ?[/.-] ?| )(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/

const forms: Readonly<Record<DateOrder, readonly RegExp[]>> = {
  dmy: [
    /^(?<day>\d{1,2})(?<mark> ?[/.-] ?| )(?<month>\d{1,2})\k<mark>(?<year>\d{4}|\d\d)$/,
    /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4}|\d\d)$/,
    wholeYearFirst,
  ],
  mdy: [
    /^(?<month>\d{1,2})(?<mark> ?[/.-] ?| )(?<day>\d{1,2})\k<mark>(?<year>\d{4}|\d\d)$/,
    /^(?<month>\d\d)(?<day>\d\d)(?<year>\d{4}|\d\d)$/,
    wholeYearFirst,
  ],
  ymd: [yearFirst, /^(?<year>\d{4}|\d\d)(?<month>\d\d)(?<day>\d\d)$/],
}

/** Of two digits: below this one they are sooner of the 21st century than of the 20th. */
const pivot = 50

function yearsMeant(digits: string): readonly number[] {
  const year = Number(digits)
  if (digits.length === 4) return [year]
  return year < pivot ? [2000 + year, 1900 + year] : [1900 + year, 2000 + year]
}

/**
 * A day of the calendar as `2026-12-31`; undefined where there is no such day.
 *
 * @param year 1 to 9999
 * @param month from 1
 * @param day from 1
 * @example
 * ```ts
 * isoDay(2028, 2, 29) // '2028-02-29'
 * isoDay(2026, 2, 29) // undefined
 * ```
 */
export function isoDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(0)
  // A month or a day too many would be one of those that follow.
  date.setUTCFullYear(year, month - 1, day)
  const isDay = year >= 1 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay ? date.toISOString().slice(0, 10) : undefined
}

/**
 * Whether a value is a day of the calendar in that form.
 *
 * @example
 * ```ts
 * isIsoDay('2026-02-29') // false
 * ```
 */
export function isIsoDay(value: unknown): value is string {
  if (typeof value !== 'string' || !parts.test(value)) return false
  return isoDay(Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))) === value
}
