import type { Found } from '../../../text/folded/plain-digits.ts'

/** A phone of a recording, as its own digits and as those that stand for them. */
export interface KnownPhone {
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
export function* shortenedNumbers(
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
