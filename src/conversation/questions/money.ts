import { describeValue } from '../../replies/checks/describe-value.ts'
import { QuestionValueError } from '../errors.ts'
import { checkNames, checkOption } from './check-options.ts'
import { readCurrency } from './currency.ts'
import { isLocale } from './number-forms.ts'

/**
 * How {@link money} writes an amount.
 *
 * @example
 * const french: MoneyOptions = { locale: 'fr-CI', display: 'symbol' }
 */
export interface MoneyOptions {
  /** The locale of its marks and order, a BCP 47 tag. Default `en`. */
  readonly locale?: string | undefined
  /** `code` (`GHS 5.00`), the default, or `symbol`, which the locale chooses (`GH₵5.00`, `5 F CFA`). */
  readonly display?: 'code' | 'symbol' | undefined
}

/**
 * Writes an amount of money for people, with the decimals of its currency, and digits that every phone shows. Its
 * spaces are plain. With `code`, it is in the GSM 7-bit alphabet in the languages of Western Europe. A symbol may not
 * be: a USSD screen replaces `₵` with `GHS`, or, with `characters: 'keep'`, holds 70 characters.
 *
 * @param amount in major currency units
 * @throws FMW_QUESTION_VALUE for a wrong amount, currency or option; FMW_QUESTION_NAME for an unknown option
 * @example
 * ```ts
 * money(1500, 'GHS') // 'GHS 1,500.00'
 * money(1500, 'XOF', { locale: 'fr', display: 'symbol' }) // '1 500 F CFA'
 * ```
 */
export function money(amount: number, currency: string, options: MoneyOptions = {}): string {
  const { locale = 'en', display = 'code' } = checkNames('money', names, options)
  if (typeof amount !== 'number' || !Number.isFinite(amount)) {
    throw new QuestionValueError('amount', 'money', 'a finite number', describeValue(amount))
  }
  checkOption('money', 'locale', 'a BCP 47 tag, such as en-GH', locale, isLocale(locale))
  checkOption('money', 'display', "'code' or 'symbol'", display, display === 'code' || display === 'symbol')
  const { code } = readCurrency('money', currency)
  // -0 would be written with its sign.
  return formatOf(locale, code, display)
    .format(amount + 0)
    .replace(unseen, '')
    .replace(spaces, ' ')
    .replace(minus, '-')
}

const names = new Set(['locale', 'display'])
const unseen = /\p{Cf}/gu
const spaces = /\s/g
const minus = /\u2212/g

/** Making one takes as long as a screen. */
function formatOf(locale: string, currency: string, currencyDisplay: 'code' | 'symbol'): Intl.NumberFormat {
  const key = `${locale} ${currency} ${currencyDisplay}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay,
    numberingSystem: 'latn',
  })
  if (formats.size === mostFormats) formats.clear()
  formats.set(key, format)
  return format
}

const formats = new Map<string, Intl.NumberFormat>()
const mostFormats = 256
