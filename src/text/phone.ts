import { hash } from 'node:crypto'
import { type Country, countries, type Numbering, readCountry } from './countries.ts'
import { type Found, replacePlain } from './folded/plain-digits.ts'
import type { Span } from './hide-secrets.ts'

/**
 * The international form of a phone number (`+` and 8 to 15 digits), only where it is certain; `null` for
 * everything else, such as the opaque ids and the attacker's text that a push may carry in its place. A
 * number is never repaired, only respelt. Single spaces, dashes, dots and brackets may stand between its digits.
 *
 * Certain are:
 * - a number with `+` or `00`, unless it still has the trunk prefix that only counts inside the country
 *   (`+233 (0)…`);
 * - digits (at most spaced) that start with the calling code of `country`, or of another country of the table, and
 *   go on with as many as that country has, unless so many digits could be a number inside the country (inside any
 *   country of the table, when no country is given);
 * - with `country`, a number as it is dialled inside it: with the trunk prefix where the country has one.
 *
 * @throws CountryError for a country code that is not in the table; {@link readCountry} tells at boot
 * @example
 * ```ts
 * toInternational('233000000000') // '+233000000000'
 * toInternational('0000000000', 'GH') // '+233000000000'
 * toInternational('0000000000') // null: which country's?
 * ```
 */
export function toInternational(text: string, country?: Country): string | null {
  if (numberingOfWhole(text) !== undefined) return text
  const home = typeof country === 'string' ? readCountry(country) : country
  if (text.length > longest) return null
  const written = plain.test(text) ? text : withoutSeparators(text)
  if (written === null) return null
  if (written.startsWith('+')) return checked(written.slice(1), home)
  const dialledAbroad = written.startsWith('00') ? checked(written.slice(2), home) : null
  if (dialledAbroad !== null) return dialledAbroad
  const national = nationalReading(written, home)
  const plusless = spaced.test(text) ? pluslessReading(written, home) : null
  if (plusless === null || plusless === national) return national
  return national === null && !isNationalLength(written.length, home) ? plusless : null
}

/**
 * The number by which two pushes of one notification are compared: as above without a country, else the text itself. It
 * depends on no setting, so a push that comes again is no other one because `country` was set meanwhile.
 *
 * @example
 * comparedNumber('233240000000') === comparedNumber('+233 24 000 0000')
 */
export function comparedNumber(text: string | null): string | null {
  return text === null ? null : (toInternational(text) ?? text)
}

/**
 * The country of a text that is what the reference says a phone number is, to the last digit; undefined for any other:
 * nearly every push has one, and expressions take ten times as long to see it.
 */
function numberingOfWhole(text: string): Numbering | undefined {
  if (text.length < shortestWhole || text.length > longestWhole || text.charCodeAt(0) !== plus) return undefined
  let first = 0
  for (let at = 1; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero
    if (digit < 0 || digit > 9) return undefined
    if (at < 4) first = first * 10 + digit
  }
  const numbering = byFirstDigits.get(first)
  if (numbering?.nationalLengths.includes(text.length - 1 - numbering.callingCode.length) !== true) return undefined
  return numbering
}

const plus = 43
const zero = 48
const shortestWhole = 9
const longestWhole = 16

/** The longest number, a separator after each digit. */
const longest = 32

const plain = /^\+?[0-9]+$/
const separated = /^ *(?:\+ ?)?\(?[0-9](?:(?:[ .-]|[ .-]?[()][ .-]?)?[0-9])*\)? *$/

/** Only spaces between the digits: without a plus, dots and dashes are as well those of an address or a date. */
const spaced = /^[0-9 ]+$/

const separator = /[ ().-]+/g

/** A zero alone in brackets is a trunk prefix: whether it is to be dialled is not certain. */
const bracketedTrunk = /\( *0 *\)/

function withoutSeparators(text: string): string | null {
  return separated.test(text) && !bracketedTrunk.test(text) ? text.replaceAll(separator, '') : null
}

const international = /^[1-9][0-9]{7,14}$/

function checked(digits: string, home: Numbering | undefined): string | null {
  return international.test(digits) && !keepsTrunk(digits, home) ? `+${digits}` : null
}

/** `+233` and then the ten digits dialled inside the country: nine are the number, the first is the trunk. */
function keepsTrunk(digits: string, home: Numbering | undefined): boolean {
  const numbering = home !== undefined && digits.startsWith(home.callingCode) ? home : numberingOf(digits)
  if (numbering === undefined || fits(digits, numbering.callingCode, numbering)) return false
  return numbering.trunk !== undefined && fits(digits, numbering.callingCode + numbering.trunk, numbering)
}

/** A number as dialled inside the country. */
function nationalReading(digits: string, home: Numbering | undefined): string | null {
  if (home === undefined) return null
  const prefix = home.trunk ?? ''
  return fits(digits, prefix, home) ? `+${home.callingCode}${digits.slice(prefix.length)}` : null
}

/** A number that has its calling code but lost its plus. */
function pluslessReading(digits: string, home: Numbering | undefined): string | null {
  const numbering = home !== undefined && fits(digits, home.callingCode, home) ? home : numberingOf(digits)
  return numbering !== undefined && fits(digits, numbering.callingCode, numbering) ? `+${digits}` : null
}

/** Whether so many digits could be a number inside the country, its trunk prefix left out. */
function isNationalLength(length: number, home: Numbering | undefined): boolean {
  return home === undefined ? everyNationalLength.has(length) : home.nationalLengths.includes(length)
}

function fits(digits: string, prefix: string, numbering: Numbering): boolean {
  return digits.startsWith(prefix) && numbering.nationalLengths.includes(digits.length - prefix.length)
}

/** The numbering of international digits, without a plus. No calling code is the start of another, so at most one is found. */
export function numberingOf(digits: string): Numbering | undefined {
  return byCallingCode.get(digits.slice(0, 3)) ?? byCallingCode.get(digits.slice(0, 2))
}

const table: readonly Numbering[] = Object.values(countries)

const byCallingCode: ReadonlyMap<string, Numbering> = new Map(table.map((row) => [row.callingCode, row]))

/** Codes of three digits: shorter ones take the long way. */
const byFirstDigits: ReadonlyMap<number, Numbering> = new Map(
  table.filter((row) => row.callingCode.length === 3).map((row) => [Number(row.callingCode), row]),
)

const trunks: readonly string[] = [...new Set(table.flatMap(({ trunk }) => trunk ?? []))]

const everyNationalLength: ReadonlySet<number> = new Set(table.flatMap((row) => row.nationalLengths))

/**
 * A phone number or session owner as a log line may show it: enough to tell two apart, too little to call.
 * A number of at least 9 digits keeps its first three digits (with the plus) and its last three; anything
 * else keeps at most its last three characters and at most a third of itself. At most 8 characters come
 * out, and of the kept ones only ASCII letters and digits as they are, so no text can break a log line.
 *
 * @example
 * ```ts
 * maskPhone('+233000000000') // '+233...000'
 * maskPhone('opaque-id-7f3') // '...7f3'
 * ```
 */
export function maskPhone(text: string): string {
  if (text === '') return ''
  const number = text.length > longest ? null : phoneNumber.exec(text.replace(separators, ''))
  // Three dots, not an ellipsis: one character beyond ASCII makes a logger write its whole line the slow way.
  if (number !== null) return `${number[1]}...${number[2]}`
  const shown = Math.min(3, Math.floor(text.length / 3))
  return `...${text.slice(text.length - shown).replace(unsafe, '?')}`
}

/** Phone numbers that stand alone in a text, shortened, in digits of any script. */
export function maskNumbers(text: string): string {
  return replacePlain(text, (plain) => numbersIn(plain, alone))
}

/**
 * The same in what people write: notes, reasons, screens. They put spaces, dashes, dots, brackets and underscores between the
 * digits, and letters behind them. Dates and amounts stay, and so do lists: lines, columns of a table, parts of a path.
 *
 * @example
 * maskWritten('paid on 24.11.2026, call 024 000 0000') // 'paid on 24.11.2026, call 024...000'
 */
export function maskWritten(text: string): string {
  return replacePlain(replacePlain(text, separatedNumbers), (plain) => numbersIn(plain, beforeLetters))
}

/** The same in a reference: one without a space is an identifier, whose dashes are its own. */
export function maskReference(text: string): string {
  return text.includes(' ') ? maskWritten(text) : maskNumbers(text)
}

function* numbersIn(plain: string, pattern: RegExp): Generator<Found> {
  for (const { 0: run, index } of plain.matchAll(pattern)) {
    if (mayBePhone(run)) yield { from: index, to: index + run.length, shown: maskPhone(run) }
  }
}

const alone = /(?<![A-Za-z0-9])\+?\d{9,15}(?![A-Za-z0-9])/g
/** Digits that may be a phone, alone or before letters. */
export const beforeLetters = /(?<![A-Za-z0-9])\+?\d{9,15}(?=[A-Za-z]*(?![A-Za-z0-9]))/g

/** Phones with something between their digits, in a plain text. */
export function* separatedNumbers(plain: string): Generator<Found> {
  for (const { 0: run, 1: date, index } of plain.matchAll(dateOrDigits)) {
    if (date !== undefined) continue
    const before = plain.slice(Math.max(0, index - longestCurrency), index)
    for (const { from, to } of besidesAmounts(run, before)) yield* numbersAmong(run.slice(from, to), index + from)
  }
}

/** Groups of digits, of which some that stand together may be a phone. */
function* numbersAmong(run: string, start: number): Generator<Found> {
  const groups = [...run.matchAll(/\+?\d+/g)]
  const starts = groups.map(({ index }) => index)
  const ends = groups.map(({ index, 0: { length } }) => index + length)
  let first = 0
  while (first < groups.length - 1) {
    const from = Number(starts[first])
    let last = beginsNumber(run.slice(from, from + longest)) ? Math.min(first + mostGroups, groups.length) - 1 : first
    while (last > first && !isWritten(run.slice(from, ends[last]))) last -= 1
    if (last > first) {
      const to = Number(ends[last])
      const shown = maskPhone(run.slice(from, to).replaceAll(/[^+\d]/g, ''))
      yield { from: start + from, to: start + to, shown }
    }
    first = last + 1
  }
}

/** Whether digits begin as a number does, with whatever is between them: most do not, and need not be looked at closely. */
function beginsNumber(text: string): boolean {
  if (text.startsWith('+')) return true
  const digits = text.replaceAll(/\D/g, '')
  return (
    digits.length > dateLength && (numberingOf(digits) !== undefined || trunks.some((one) => digits.startsWith(one)))
  )
}

/** What is too long for a number need not be looked at closely. */
function isWritten(text: string): boolean {
  if (text.length > longest) return false
  if (!text.includes('_')) return isWithPlus(text) || mayBePhone(text)
  // Parts of an identifier are groups too: what is between those of a number is the same.
  const parts = text.split('_')
  if (!parts.every((part) => group.test(part))) return false
  return text.startsWith('00') ? toInternational(parts.join('')) !== null : mayBePhone(parts.join('-'))
}

/** A number with its plus, however it is separated, and where its trunk prefix stands in brackets too. */
function isWithPlus(text: string): boolean {
  const { length } = text.replaceAll(/\D/g, '')
  return text.startsWith('+') && length >= shortestPlus && length < longestWhole
}

const group = /^\+?\d+$/

const shortestPlus = 9

/** The most groups that a number is written in: each digit by itself. */
const mostGroups = 16

/** Digits with what may stand between those of a number that is known, in a plain text. */
export const separatedDigits = /\d(?:(?:[ ().-]{0,3}|\r?\n|[\t/_])\d)*/g

const dateOrDigits =
  /((?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|\d{1,2}\/\d{1,2}\/\d\d(?!\/)|(?:19|20)\d\d-\d\d-\d\d)(?!\d))|\+?\d(?:(?:[ ().-]{0,3}|_)\d)+/g

/**
 * Whether digits, or a number as people space it, may be somebody's phone. A national number is certain only where the
 * country is known. Here a wrong find costs little, so each number counts that is dialled with a trunk prefix in some
 * country of the table, unless it is as short as a date.
 *
 * @example
 * mayBePhone('0800 000 0000') // true: Nigeria
 */
export function mayBePhone(text: string): boolean {
  if (toInternational(text) !== null) return true
  const digits = text.replaceAll(/\D/g, '')
  return digits.length > dateLength && table.some((row) => row.trunk !== undefined && fits(digits, row.trunk, row))
}

/** Digits of a date, as in 01.02.2026. */
const dateLength = 8

const separators = /[ ().-]+/g
const phoneNumber = /^(\+?\d{3})\d{3,}(\d{3})$/
const unsafe = /[^A-Za-z0-9]/g

/**
 * What finds the sessions and entries of a phone by its whole number: SHA-256 of its international digits, or of the
 * text as it is where they are not certain; hexadecimal, 32 characters. It keeps numbers from being read, not from being
 * tried: there are few enough of them to try all.
 *
 * @param country where it is dialled, if that is known
 *
 * @example
 * phoneKey('+233000000000') === phoneKey('233 000 000 000') // true
 */
export function phoneKey(phone: string, country?: Country): string {
  const international = toInternational(phone, country)
  const known = international === null ? phone.trim() : international.slice(1)
  return hash('sha256', known).slice(0, 32)
}

/**
 * What is left of a run of digits and separators without its amounts: several with two decimals each, or all that stands right
 * after a currency. Their digits together may look like a phone.
 *
 * @param before what stands before the run; its last characters are enough
 * @example
 * [...besidesAmounts('0.50 0.60 0.70', 'GHS ')] // []
 */
function* besidesAmounts(run: string, before: string): Generator<Span> {
  if (isAmounts(run, before)) return
  let from = 0
  for (const { 0: found, index } of run.matchAll(amongOthers)) {
    yield { from, to: index }
    from = index + found.length
  }
  yield { from, to: run.length }
}

function isAmounts(run: string, before: string): boolean {
  if (twoDecimals.test(run)) return true
  return currency.test(before) && (thousands.test(run) || decimals.test(run))
}

const twoDecimals = /^\d{1,9}\.\d\d(?: {1,3}\d{1,9}\.\d\d)*$/
const decimals = /^\d{1,9}\.\d{1,4}(?: {1,3}\d{1,9}\.\d{1,4})*$/

/** None begins with 0, as a phone does: `GHS 50 024 000 0000` names both. */
const thousands = /^[1-9]\d{0,2}(?: \d{3})+(?:\.\d{1,2})?$/

/** Fewer may be a phone in pairs, with more of it behind them. */
const amongOthers = /(?<![\d.-])\d{1,9}\.\d\d(?: {1,3}\d{1,9}\.\d\d){2,}(?![\d.-])/g

/** How many characters before a run say whether they are a currency. */
const longestCurrency = 8

const currency =
  /(?:^|[^A-Za-z])(?:GHS|GHC|GH[₵¢]|NGN|KES|UGX|TZS|RWF|XOF|XAF|ZAR|ZMW|ETB|USD|EUR|GBP|cedis) {0,2}$|[₵¢₦$€£] {0,2}$/i
