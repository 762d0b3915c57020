import type { Found } from '../../../text/folded/plain-digits.ts'
import { separatedDigits } from '../../../text/phone.ts'

/** The phones of a recording, by their digits: in each text all of them are looked for at once. */
export class KnownPhones {
  readonly #byDigits = new Map<string, KnownPhone>()
  /** By 3 and by 4 last digits. */
  readonly #byEnd = new Map<string, KnownPhone[]>()
  readonly #lengths = new Set<number>()

  add(phone: string): void {
    if (this.#byDigits.has(phone)) return
    const known = { phone, standIn: String(this.#byDigits.size).padStart(phone.length, '0') }
    this.#byDigits.set(phone, known)
    this.#lengths.add(phone.length)
    for (const length of shownLengths) {
      const end = phone.slice(-length)
      const ending = this.#byEnd.get(end) ?? []
      this.#byEnd.set(end, ending)
      ending.push(known)
    }
  }

  /** What is left of those that the application shortened. @param callingCode of the country whose numbers are written without it */
  shortenedIn(plain: string, callingCode: string | undefined): Iterable<Found> {
    if (this.#byDigits.size === 0) return []
    return shortenedNumbers(plain, (tail) => this.#byEnd.get(tail) ?? [], callingCode)
  }

  /** With whatever people write between the digits, which stays. */
  *foundIn(plain: string): Generator<Found> {
    if (this.#byDigits.size === 0) return
    for (const { 0: run, index: start } of plain.matchAll(separatedDigits)) {
      const places = Array.from(run.matchAll(/\d/g), ({ index }) => start + index)
      const digits = run.replaceAll(/\D/g, '')
      for (const { at, phone, standIn } of this.#phonesOf(digits)) {
        const [from = 0, last = 0] = [places[at], places[at + phone.length - 1]]
        let next = 0
        const shown = plain.slice(from, last + 1).replaceAll(/\d/g, () => standIn.charAt(next++))
        yield { from, to: last + 1, shown }
      }
    }
  }

  *#phonesOf(digits: string): Generator<KnownPhone & { readonly at: number }> {
    /** A number never overlaps itself. */
    const ends = new Map<string, number>()
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= digits.length; at++) {
        const known = this.#byDigits.get(digits.slice(at, at + length))
        if (known === undefined || at < (ends.get(known.phone) ?? 0)) continue
        ends.set(known.phone, at + length)
        yield { ...known, at }
      }
    }
  }
}

/** So many digits at the end count, where the application hides the others. */
const shownLengths = [3, 4]

/** A phone of a recording, as its own digits and as those that stand for them. */
interface KnownPhone {
  readonly phone: string
  readonly standIn: string
}

/**
 * What is left of known numbers that the application shortened: `024 *** 7654`, `..7654`, `+233***654`. The last digits say whose it
 * is, and the first ones change with them: else the application, which shortens the stand-in, would show others.
 * Dots also lead to a price (`Rice....7654`), and 3 digits are few: these count behind the beginning of the number alone, or where a line or a word begins with their signs.
 *
 * @param endingWith the known phones with such last digits
 * @param callingCode of the country whose numbers are written without it
 */
function* shortenedNumbers(
  plain: string,
  endingWith: (tail: string) => readonly KnownPhone[],
  callingCode: string | undefined,
): Generator<Found> {
  for (const { 0: whole, 1: signs = '', 2: tail = '', index } of plain.matchAll(shortened)) {
    if (!isMask.test(signs)) continue
    const [, head = ''] = headBefore.exec(plain.slice(Math.max(0, index - longestHead), index)) ?? []
    const ending = endingWith(tail)
    const known = ending.find((one) => headOf(one, head, callingCode) !== undefined) ?? ending[0]
    if (known === undefined) continue
    const shown = headOf(known, head, callingCode)
    const mayLead = tail.length === 3 || !isMaskAlone.test(signs)
    if (mayLead && shown === undefined && !beginsWord(plain, index, signs)) continue
    if (shown !== undefined) yield { from: index - head.length, to: index, shown }
    const to = index + whole.length
    yield { from: to - tail.length, to, shown: known.standIn.slice(-tail.length) }
  }
}

/** How the number of the stand-in begins where the other begins with some digits; undefined where it never does. */
function headOf({ phone, standIn }: KnownPhone, head: string, callingCode = ''): string | undefined {
  if (head === '') return undefined
  const prefix = ['0', callingCode, `00${callingCode}`, ''].find((before) => `${before}${phone}`.startsWith(head))
  return prefix === undefined ? undefined : `${prefix}${standIn}`.slice(0, head.length)
}

/** A line or a word begins with them. Between words (`Rice .... 7654`) dots lead to a price. */
function beginsWord(plain: string, index: number, signs: string): boolean {
  const before = plain.slice(Math.max(0, index - 1), index)
  if (!signs.startsWith(' ')) return opening.test(before)
  return !/\d/.test(before) && (isMaskAlone.test(signs) || !signs.trimStart().includes(' '))
}

const opening = /^[\n(]?$/
const shortened = /([*.xX•●·…#_ -]{1,12})(\d{3,4})(?!\d)/g
const isMask = /[*xX•●·#_]{2}|\.\.|…/
/** What leads to no price. */
const isMaskAlone = /[*xX•●#]{2}/
const headBefore = /(?<!\d)(\d{2,6})$/
// Digits, and one before them that would make them a part of more.
const longestHead = 7
