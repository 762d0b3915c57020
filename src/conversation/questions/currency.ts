import { describeValue } from '../../replies/checks/describe-value.ts'
import { foldToAscii } from '../../text/fold-characters.ts'
import { QuestionValueError } from '../errors.ts'
import { ownerOf } from './check-options.ts'

/** A currency, and how people write it beside an amount. */
export interface Currency {
  readonly code: string
  readonly words: ReadonlySet<string>
  /** How many its amounts have. */
  readonly decimals: number
}

/**
 * The currency of an option.
 *
 * @throws FMW_QUESTION_VALUE for a code that is none
 * @example
 * ```ts
 * readCurrency('decimal', 'GHS').words.has('cedis') // true
 * ```
 */
export function readCurrency(owner: string, code: string): Currency {
  const known = currencies.get(code)
  if (known !== undefined) return known
  if (!codes.has(code)) {
    throw new QuestionValueError('currency', ownerOf(owner), "a code of ISO 4217, such as 'GHS'", describeValue(code))
  }
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  const currency = {
    code,
    decimals,
    words: new Set([code, ...(saidFor.get(code) ?? []), ...namesOf(code)].map(foldWord)),
  }
  currencies.set(code, currency)
  return currency
}

/**
 * An amount as people write it: its number, without the currency and a full stop behind it. `other` where another currency
 * stands beside it, undefined where something else does.
 *
 * @example
 * ```ts
 * numberOfAmount('5 cedis', readCurrency('decimal', 'GHS')) // '5'
 * numberOfAmount('USD 5', readCurrency('decimal', 'GHS')) // 'other'
 * numberOfAmount('5.', undefined) // '5'
 * ```
 */
export function numberOfAmount(entry: string, currency: Currency | undefined): string | undefined {
  if (digits.test(entry)) return entry
  const first = entry.search(digit)
  if (first === -1) return undefined
  let begin = first
  while (begin > 0 && marks.includes(entry.charAt(begin - 1))) begin--
  let end = entry.length
  while (!digit.test(entry.charAt(end - 1))) end--
  const number = entry.slice(begin, end)
  const before = entry.slice(0, begin).trim()
  const rest = entry.slice(end).trim()
  const after = rest === '.' ? '' : rest
  if (before === '' && after === '') return number
  // `GHS.50` may be fifty.
  if (currency === undefined || (before !== '' && point.test(number))) return undefined
  const words = [before, after].filter((word) => word !== '')
  if (words.some((word) => word.length > longestName)) return undefined
  if (words.every((word) => currency.words.has(foldWord(word)))) return number
  return words.every(isCurrency) ? 'other' : undefined
}

function isCurrency(word: string): boolean {
  return sign.test(word) || everyWord.has(foldWord(word))
}

/** `₵` and `GH₵` as their code, and no case, accents, points and spaces. */
function foldWord(word: string): string {
  return foldToAscii(word).toLowerCase().replace(between, '')
}

function namesOf(code: string): string[] {
  return languages.flatMap((language) => {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' })
    return [1, 2].flatMap((count) =>
      format.formatToParts(count).flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
    )
  })
}

const digits = /^\d+$/
const digit = /\d/
const marks = '+-.,\u066b\u066c'
const point = /^[.,\u066b]/
const sign = /\p{Sc}/u
const between = /[ .]/g
// Characters.
const longestName = 40

const languages = ['en', 'fr', 'pt']
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const currencies = new Map<string, Currency>()

const francs = ['f', 'fr', 'frs', 'franc', 'francs']
const cfa = [...francs, 'cfa', 'fcfa', 'franc cfa', 'francs cfa', 'cfa franc', 'cfa francs']

/**
 * What people say. A word that two currencies of one country share, such as the dollar in Liberia, is that of none but the
 * one it means everywhere else.
 */
const saidFor: ReadonlyMap<string, readonly string[]> = new Map([
  ['GHS', ['GHC', 'GH', 'GH¢', '¢', 'cedi', 'cedis', 'Ghana cedi', 'Ghana cedis']],
  ['NGN', ['N', 'naira', 'nairas']],
  ['XOF', cfa],
  ['XAF', cfa],
  ['GNF', [...francs, 'FG']],
  ['CDF', [...francs, 'FC']],
  ['RWF', [...francs, 'FRW']],
  ['BIF', [...francs, 'FBU']],
  ['GMD', ['D', 'dalasi', 'dalasis']],
  ['SLE', ['Le', 'NLe', 'leone', 'leones']],
  ['LRD', ['LD', 'L$', 'Liberian dollar', 'Liberian dollars']],
  ['CVE', ['escudo', 'escudos']],
  ['MRU', ['UM', 'ouguiya', 'ouguiyas']],
  ['KES', ['Ksh', 'KSh', 'shilling', 'shillings']],
  ['TZS', ['Tsh', 'shilling', 'shillings']],
  ['UGX', ['Ush', 'shilling', 'shillings']],
  ['USD', ['$', 'US$', 'dollar', 'dollars', 'US dollar']],
  ['EUR', ['euro', 'euros']],
  ['GBP', ['pound', 'pounds']],
])

const everyWord: ReadonlySet<string> = new Set([...codes, ...Array.from(saidFor.values()).flat()].map(foldWord))
