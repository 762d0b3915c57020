import { plainEntry } from '../../text/folded/plain-entry.ts'
import { checkOption, checkOptions, checkRange, optionNames } from './check-options.ts'
import { type Currency, numberOfAmount, readCurrency } from './currency.ts'
import { exampleWithin, fillWords, makeQuestion } from './make-question.ts'
import { arabicGroup, marksOf, mayGroup, type NumberMarks } from './number-forms.ts'
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
  const own = checkOptions('whole', names, options)
  const currency = own.currency === undefined ? undefined : readCurrency('whole', own.currency)
  // Nobody pays nothing.
  const { min = currency === undefined ? Number.MIN_SAFE_INTEGER : 1, max = Number.MAX_SAFE_INTEGER } = own
  checkOption('whole', 'min', safeInteger, min, Number.isSafeInteger(min))
  checkOption('whole', 'max', safeInteger, max, Number.isSafeInteger(max))
  checkRange('whole', min, max)
  return makeQuestion(own, {
    type: 'whole',
    field: 'number',
    clean: plainEntry,
    understand: (entry, context) => understand(entry, { min, max, currency }, context),
  })
}

const names = optionNames('min', 'max', 'currency')
const safeInteger = 'a whole number of at most 9007199254740991 either way'

interface WholeLimits {
  readonly min: number
  readonly max: number
  readonly currency: Currency | undefined
}

function understand(
  entry: string,
  { min, max, currency }: WholeLimits,
  { words, locale }: ReadingContext,
): AnswerFound<number> {
  const line = (word: string, unit = '') => ({
    problem: fillWords(word, { min: `${min}`, max: `${max}`, example: `${unit}${exampleWithin(min, max, 1500)}` }),
  })
  const written = numberOfAmount(entry, currency)
  if (written === 'other') return line(words.otherCurrency, `${currency?.code} `)
  // Of money nothing is lost with what stands for no decimals: `GHS 5.00`.
  const amount = currency === undefined ? written : written?.replace(noDecimals, '')
  const digits = amount === undefined ? undefined : withoutGroups(amount, marksOf(locale))
  if (digits === undefined) return line(words.whole)
  // What is no safe integer is beyond every limit, so its lost digits do not matter. `-0` is 0.
  const answer = Number(digits) + 0
  if (answer < min) return line(words.tooSmall)
  return answer > max ? line(words.tooLarge) : { answer }
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
