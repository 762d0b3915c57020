import { describeValue } from '../../replies/checks/describe-value.ts'
import { plainEntry } from '../../text/folded/plain-entry.ts'
import { QuestionValueError } from '../errors.ts'
import { checkOptions, checkRange, optionNames } from './check-options.ts'
import { type Currency, numberOfAmount, readCurrency } from './currency.ts'
import { exampleWithin, fillWords, makeQuestion } from './make-question.ts'
import { marksOf, plainNumber } from './number-forms.ts'
import type {
  AnswerFound,
  Checked,
  CheckSays,
  Question,
  QuestionOptions,
  ReadingContext,
  Settled,
  Skipped,
} from './question.ts'

/**
 * Options of {@link decimal}.
 *
 * @example
 * const options: DecimalOptions = { min: 0.5, max: 500, decimals: 2 }
 */
export interface DecimalOptions<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>
  extends QuestionOptions<number, Says, Line> {
  /**
   * The smallest number, at most 15 digits with the decimals. Default: the smallest possible; for money, the smallest
   * above 0.
   */
  readonly min?: number | undefined
  /** The largest number, at most 15 digits with the decimals. Default: the largest possible. */
  readonly max?: number | undefined
  /** Most decimals, 0 to 6. Default 2; for money, those of its currency. */
  readonly decimals?: number | undefined
  /**
   * Asks for an amount in this currency, a code such as `GHS`. The subscriber may write it beside the number (`GHS 5`,
   * `₵5`, `5 cedis`). Another currency is refused. Default: a number without a currency.
   */
  readonly currency?: string | undefined
}

/**
 * Asks for a number that may have decimals. The answer prints exactly as it was entered, without a float tail. More
 * than 15 digits are refused, because a JavaScript number can't hold them. Decimals may follow a point or a comma; the
 * other mark may part thousands. The conversation's `locale` decides what `1,500` and `1.500` are. Without one, `1,500`
 * is 1500, or is asked again if the question takes 3 decimals.
 *
 * @throws FMW_QUESTION_NAME for an unknown option, FMW_QUESTION_VALUE for a wrong one
 * @example
 * ```ts
 * const kilos = await talk.ask('How many kilos?', decimal({ min: 0.5, max: 50, decimals: 3 })) // a number
 * const amount = await talk.ask('How much?', decimal({ max: 500, currency: 'GHS' })) // `5 cedis` gives 5
 * ```
 */
export function decimal<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>(
  options: DecimalOptions<Says, Line> = {},
): Question<Checked<number, Settled<Says>> | Skipped<Settled<Line>>> {
  const own = checkOptions('decimal', names, options)
  const currency = own.currency === undefined ? undefined : readCurrency('decimal', own.currency)
  const { min, max, decimals = currency?.decimals ?? 2 } = own
  const held = typeof decimals === 'number' ? largestHeld[decimals] : undefined
  if (held === undefined) {
    throw new QuestionValueError(
      'decimals',
      'the question decimal',
      'a whole number from 0 to 6',
      describeValue(decimals),
    )
  }
  checkLimit('min', min, held)
  checkLimit('max', max, held)
  const limits: DecimalLimits = {
    min: min === undefined ? leastOf(decimals, held, currency) : smallestWithin(min, decimals),
    max: max === undefined ? held : largestWithin(max, decimals),
    decimals,
    currency,
  }
  checkRange('decimal', limits.min, limits.max)
  return makeQuestion(own, {
    type: 'decimal',
    field: 'decimal',
    clean: plainEntry,
    understand: (entry, context) => understand(entry, limits, context),
  })
}

const names = optionNames('min', 'max', 'decimals', 'currency')

/** Nobody pays nothing. */
function leastOf(decimals: number, held: number, currency: Currency | undefined): number {
  return currency === undefined ? -held : Number((10 ** -decimals).toFixed(decimals))
}

function checkLimit(option: string, limit: unknown, held: number): void {
  const isHeld = limit === undefined || (typeof limit === 'number' && Math.abs(limit) <= held)
  if (!isHeld)
    throw new QuestionValueError(
      option,
      'the question decimal',
      `a number from -${held} to ${held}`,
      describeValue(limit),
    )
}

interface DecimalLimits {
  readonly min: number
  readonly max: number
  readonly decimals: number
  readonly currency: Currency | undefined
}

function understand(
  entry: string,
  { min, max, decimals, currency }: DecimalLimits,
  { words, locale }: ReadingContext,
): AnswerFound<number> {
  const marks = marksOf(locale)
  const local = (number: number | string) => String(number).replace('.', marks?.decimal ?? '.')
  const usual = exampleWithin(min, max, decimals === 0 ? 1500 : 12.5)
  const line = (word: string, example = local(usual)) => {
    return { problem: fillWords(word, { min: local(min), max: local(max), decimals: `${decimals}`, example }) }
  }
  const written = numberOfAmount(entry, currency)
  if (written === 'other') return line(words.otherCurrency, `${currency?.code} ${local(usual)}`)
  const number = written === undefined ? undefined : plainNumber(written, decimals, marks)
  if (number === undefined) return line(words.decimal)
  if (number === 'ambiguous') return line(words.decimalMark)
  const point = number.indexOf('.')
  // As entered, zeros too: `1.000` may be meant as a thousand.
  if (point !== -1 && number.length - point - 1 > decimals) {
    // An example says more than a number of decimals.
    return decimals === 0 ? line(words.whole) : line(words.decimals, local(usual.toFixed(decimals)))
  }
  // `-0` is 0.
  const answer = Number(number) + 0
  if (answer < min) return line(words.tooSmall)
  return answer > max ? line(words.tooLarge) : { answer }
}

/**
 * The largest number of `decimals` decimals that is not above a limit. A limit that was computed may have a float tail,
 * which is not held against it: 100.49999999999999 is 100.5.
 *
 * @example
 * ```ts
 * largestWithin(4.999, 2) // 4.99
 * largestWithin(1.005 * 100, 1) // 100.5
 * ```
 */
function largestWithin(limit: number, decimals: number): number {
  if (Number.isInteger(limit)) return limit
  const step = 10 ** -decimals
  const nearest = rounded(limit, decimals)
  return nearest - limit < step * floatTail ? nearest : rounded(nearest - step, decimals)
}

/**
 * The smallest number of `decimals` decimals that is not below a limit.
 *
 * @example
 * ```ts
 * smallestWithin(4.991, 2) // 5
 * ```
 */
function smallestWithin(limit: number, decimals: number): number {
  return -largestWithin(-limit, decimals)
}

/**
 * The largest number of 0, 1, 2 decimals, and so on, whose digits a JavaScript number always holds: any decimal number of
 * 15 digits is printed as it was read. Of more than 6 decimals it may be printed with an exponent.
 *
 * @example
 * ```ts
 * largestHeld[2] // 9999999999999.99
 * ```
 */
export const largestHeld: readonly number[] = [
  999_999_999_999_999, 99_999_999_999_999.9, 9_999_999_999_999.99, 999_999_999_999.999, 99_999_999_999.9999,
  9_999_999_999.99999, 999_999_999.999999,
]

/** How much of a step may be a float tail. */
const floatTail = 1e-3

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
