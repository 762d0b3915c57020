/**
 * A line of a screen with `*` for each name: for words with a capital, and for those all in capitals. The word that begins the
 * line or a sentence stays, but not after a colon. So do currencies, usual abbreviations and the application's own.
 *
 * @param own abbreviations of the application
 * @param goesOn whether its first word begins nothing: the line above ends with a colon, or the page before within a sentence
 */
export function withoutNames(line: string, own: ReadonlySet<string>, goesOn = false): string {
  let masked = ''
  let end = 0
  let before: string | undefined
  let wasName = false
  for (const { 0: found, index } of line.matchAll(words)) {
    const gap = line.slice(end, index)
    const isName = isNameLike(found, own) && !begins(before, gap, goesOn)
    // The names of one person are one.
    masked += isName && wasName && gap === ' ' ? '' : `${gap}${isName ? '*' : found}`
    end = index + found.length
    before = found
    wasName = isName
  }
  return masked + line.slice(end)
}

/** Words all in capitals that stand alone in options, as that of a network does: the application wrote them. */
export function abbreviationsIn(option: string): readonly string[] {
  const found = [...option.matchAll(words)].map(([word]) => word)
  return found.filter(
    (word, index) => isLoud(word) && word.length <= longest && ![found[index - 1], found[index + 1]].some(isLoud),
  )
}

function isNameLike(word: string, own: ReadonlySet<string>): boolean {
  if (capitalised.test(word)) return true
  return isLoud(word) && !own.has(word) && !abbreviations.has(word)
}

function isLoud(word: string | undefined): boolean {
  return word !== undefined && loud.test(word)
}

/** Whether a text ends within a sentence. A dot after an initial or a title ends none. */
export function endsWithin(text: string): boolean {
  const last = [...text.matchAll(words)].at(-1)
  if (last === undefined) return !sentenceEnd.test(text)
  const gap = text.slice(last.index + last[0].length)
  return gap.includes(':') || !sentenceEnd.test(gap) || initial.test(last[0])
}

/** Whether a word is the first of a line or a sentence. */
function begins(before: string | undefined, gap: string, goesOn: boolean): boolean {
  if (gap.includes(':')) return false
  if (before === undefined) return !goesOn
  return sentenceEnd.test(gap) && !initial.test(before)
}

// What stands for a number or a name already is a word too.
const words = /[\p{L}\p{N}#*](?:[\p{L}\p{M}\p{N}#'’-]*[\p{L}\p{M}\p{N}#])?/gu
const capitalised = /^\p{Lu}(?:['’]\p{Lu})?\p{Ll}/u
// A code with a digit is none.
const loud = /^\p{Lu}[\p{Lu}\p{M}'’-]*\p{Lu}$/u
const sentenceEnd = /[.!?]/
const initial = /^(?:\p{Lu}|Mrs?|Ms|Dr)$/u
const longest = 5

const abbreviations: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...['GHC', 'PIN', 'OTP', 'ID', 'SMS', 'USSD', 'SIM', 'PUK', 'ATM', 'QR', 'TV', 'VAT', 'AM', 'PM', 'OK', 'NO', 'YES'],
])
