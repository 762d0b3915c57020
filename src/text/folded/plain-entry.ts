/**
 * What was entered, as a number, a date or an address can be read in it: digits of other scripts, full-width letters,
 * dashes and spaces become those of ASCII, what nobody sees is left out, and there is no space at the ends. Other
 * characters stay as they are. Done again it changes nothing.
 *
 * @example
 * ```ts
 * plainEntry(' \u0665\u0660 ') // '50', from Arabic-Indic digits
 * ```
 */
export function plainEntry(entered: string): string {
  return (ascii.test(entered) ? entered : entered.replace(others, plainForm)).trim()
}

const ascii = /^[ -~]*$/
const others = /[^ -~]/gu

function plainForm(character: string): string {
  return plainForms.get(character) ?? (unseen.test(character) ? '' : character.replace(space, ' '))
}

const space = /^\s$/u

/** Control and format characters and halves of pairs, but for the controls that are spaces. */
const unseen = /^(?:(?!\s)\p{Cc}|\p{Cf}|\p{Cs})$/u

/** Each script's zero; its other digits follow it. */
const zeros = {
  arabic: 0x660,
  persian: 0x6f0,
  nko: 0x7c0,
  devanagari: 0x966,
  adlam: 0x1e950,
}

// No compatibility decomposition here: it would read a raised 2 as a digit, and 5\u00b2 as 52.
const plainForms: ReadonlyMap<string, string> = new Map([
  ...Object.values(zeros).flatMap((zero) => row(zero, 0x30, 0x39)),
  // The full-width forms lie in the order of ASCII.
  ...row(0xff01, 0x21, 0x7e),
  ...Array.from('\u2010\u2011\u2012\u2013\u2014\u2212', (dash): [string, string] => [dash, '-']),
  // The Arabic comma. The marks of decimals and of thousands stay: each of them is that alone, unlike a comma.
  ['\u060c', ','],
])

/** The ASCII characters from `first` to `last`, for those that begin with `from`. */
function row(from: number, first: number, last: number): [string, string][] {
  return Array.from({ length: last - first + 1 }, (_, at) => [
    String.fromCodePoint(from + at),
    String.fromCodePoint(first + at),
  ])
}
