import { describeValue } from '../../replies/checks/describe-value.ts'
import { plainEntry } from '../../text/folded/plain-entry.ts'
import { QuestionValueError } from '../errors.ts'
import { checkOption, checkOptions, checkRange, optionNames } from './check-options.ts'
import { type Currency, numberOfAmount, readCurrency } from './currency.ts'
import { exampleWithin, fillWords, makeQuestion } from './make-question.ts'
import { arabicGroup, marksOf, mayGroup, type NumberMarks, plainNumber } from './number-forms.ts'
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
 * Options of {@link whole}.
 *
 * @example
 * const options: WholeOptions = { min: 1, max: 20 }
 */
export interface WholeOptions<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>
  extends QuestionOptions<number, Says, Line> {
  /** The smallest number, a safe integer. Default: the smallest one; for money, 1. */
  readonly min?: number | undefined
  /** The largest number, a safe integer. Default: the largest one. */
  readonly max?: number | undefined
  /**
   * Asks for an amount in this currency, a code such as `XOF`. The subscriber may write it beside the number
   * (`5000 F CFA`). Another currency is refused. Default: a number without a currency.
   */
  readonly currency?: string | undefined
}

/**
 * Asks for a whole number. It may have a sign, leading zeros, and marks between groups of three digits: `1 000 000` and
 * `1,000,000` are a million, and so is `1.000.000` if the conversation's `locale` says so. Decimals are refused, even
 * `5.0`, but not `5.00` of money.
 *
 * @throws FMW_QUESTION_NAME for an unknown option, FMW_QUESTION_VALUE for a wrong one
 * @example
 * ```ts
 * const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 })) // a number
 * ```
 */
export function whole<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>(
  options: WholeOptions<Says, Line> = {},
): Question<Checked<number, Settled<Says>> | Skipped<Settled<Line>>> {
  const own = checkOptions('whole', wholeNames, options)
  const currency = own.currency === undefined ? undefined : readCurrency('whole', own.currency)
  // Nobody pays nothing.
  const { min = currency === undefined ? Number.MIN_SAFE_INTEGER : 1, max = Number.MAX_SAFE_INTEGER } = own
  checkOption('whole', 'min', safeInteger, min, Number.isSafeInteger(min))
  checkOption('whole', 'max', safeInteger, max, Number.isSafeInteger(max))
  return numberQuestion(own, {
    type: 'whole',
    min,
    max,
    decimals: 0,
    currency,
    // Of money nothing is lost with what stands for no decimals: `GHS 5.00`.
    read: (entry, marks) => withoutGroups(currency === undefined ? entry : entry.replace(noDecimals, ''), marks),
  })
}

const wholeNames = optionNames('min', 'max', 'currency')
const safeInteger = 'a whole number of at most 9007199254740991 either way'

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
  const own = checkOptions('decimal', decimalNames, options)
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
  return numberQuestion(own, {
    type: 'decimal',
    min: min === undefined ? leastOf(decimals, held, currency) : smallestWithin(min, decimals),
    max: max === undefined ? held : largestWithin(max, decimals),
    decimals,
    currency,
    read: (entry, marks) => readDecimal(entry, decimals, marks),
  })
}

/** The digits of an entry as JavaScript reads them, or the line that asks again. Undefined asks with the question's own. */
type NumberRead = string | { readonly word: 'whole' | 'decimals' | 'decimalMark' } | undefined

interface NumberLimits {
  readonly type: 'whole' | 'decimal'
  readonly min: number
  readonly max: number
  readonly decimals: number
  readonly currency: Currency | undefined
  readonly read: (entry: string, marks: NumberMarks | undefined) => NumberRead
}

/** What both questions share: their limits, the currency beside the number, and how a limit is said. */
function numberQuestion<Says extends CheckSays, Line extends string | undefined>(
  own: QuestionOptions<number, Says, Line>,
  limits: NumberLimits,
): Question<Checked<number, Says> | Skipped<Line>> {
  const { type, min, max } = limits
  checkRange(type, min, max)
  return makeQuestion(own, {
    type,
    field: type === 'whole' ? 'number' : 'decimal',
    clean: plainEntry,
    understand: (entry, context) => understand(entry, limits, context),
  })
}

function understand(
  entry: string,
  { type, min, max, decimals, currency, read }: NumberLimits,
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
  const digits = (written === undefined ? undefined : read(written, marks)) ?? { word: type }
  if (typeof digits !== 'string') {
    return line(words[digits.word], digits.word === 'decimals' ? local(usual.toFixed(decimals)) : undefined)
  }
  // Of a whole number what is no safe integer is beyond every limit, so its lost digits don't matter. `-0` is 0.
  const answer = Number(digits) + 0
  if (answer < min) return line(words.tooSmall)
  return answer > max ? line(words.tooLarge) : { answer }
}

const decimalNames = optionNames('min', 'max', 'decimals', 'currency')

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

function readDecimal(entry: string, decimals: number, marks: NumberMarks | undefined): NumberRead {
  const number = plainNumber(entry, decimals, marks)
  if (number === undefined) return undefined
  if (number === 'ambiguous') return { word: 'decimalMark' }
  const point = number.indexOf('.')
  // As entered, zeros too: `1.000` may be meant as a thousand.
  if (point === -1 || number.length - point - 1 <= decimals) return number
  // An example says more than a number of decimals.
  return { word: decimals === 0 ? 'whole' : 'decimals' }
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
const largestHeld: readonly number[] = [
  999_999_999_999_999, 99_999_999_999_999.9, 9_999_999_999_999.99, 999_999_999_999.999, 99_999_999_999.9999,
  9_999_999_999.99999, 999_999_999.999999,
]

/** How much of a step may be a float tail. */
const floatTail = 1e-3

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

/** @returns undefined where it is no whole number, or one whose mark begins decimals in its locale */
function withoutGroups(entry: string, marks: NumberMarks | undefined): string | undefined {
  const [, mark] = form.exec(entry) ?? []
  if (mark === undefined) return plain.test(entry) ? entry : undefined
  const isGroup = mark === ' ' || mark === arabicGroup || mark === marks?.group || mayGroup(mark, marks)
  return isGroup ? entry.replaceAll(mark, '') : undefined
}

const plain = /^[+-]?\d+$/
const noDecimals = /[.,]00?$/

/** No group begins with a zero: in `0,500` the comma is a decimal mark. */
const form = /^[+-]?[1-9]\d{0,2}([ .,\u066c])\d{3}(?:\1\d{3})*$/
