import type { Recorded } from '../../store/effects/recorded.ts'
import { spellings } from '../../text/hide-secrets.ts'
import { plainEntry } from '../questions/make-question.ts'

/**
 * In which texts a line, an error or a log may quote a sensitive answer: every text and number in it, in the spellings of
 * JSON and of addresses too, and a number with its digits in groups.
 *
 * @example
 * ```ts
 * quotesOf({ code: 'a b', limit: 7391 }) // 'a b', 'a%20b', 'a+b', '7391', '7,391', '7 391' …
 * ```
 */
export function quotesOf(answer: Recorded): readonly string[] {
  if (typeof answer === 'string') return spelled([answer])
  if (typeof answer === 'number') return spelled([String(answer), ...grouped(answer)])
  if (typeof answer !== 'object' || answer === null) return []
  // What was chosen, with all that belongs to it.
  return Object.values(answer).flatMap(quotesOf)
}

/** The same of what was entered for such an answer: a question reads it without its spaces or marks, or in capitals. */
export function quotesOfEntry(entered: string): readonly string[] {
  if (entered.length > longestEntry) return [entered.trim()]
  const plain = plainEntry(entered)
  const forms = [plain, plain.replace(spaces, ' '), plain.replace(spaces, ''), plain.replace(marks, '')]
  return spelled([entered.trim(), ...forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()])])
}

const spaces = /\s+/g
const marks = /[^\p{L}\p{N}]+/gu
// Characters. Of a longer text nobody makes another form.
const longestEntry = 200

function spelled(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)].flatMap((form) => [form, ...spellings(form.toWellFormed())])
}

/** A number as locales write it, in groups of three digits. */
function grouped(number: number): readonly string[] {
  const [, whole = '', decimals] = plainNumber.exec(String(number)) ?? []
  if (whole.length <= groupLength) return []
  const first = whole.length % groupLength || groupLength
  const groups = [whole.slice(0, first)]
  for (let at = first; at < whole.length; at += groupLength) groups.push(whole.slice(at, at + groupLength))
  return groupMarks.flatMap(([mark, decimal]) => {
    const text = groups.join(mark)
    return decimals === undefined ? [text] : [`${text}${decimal}${decimals}`, text]
  })
}

const plainNumber = /^-?(\d+)(?:\.(\d+))?$/
const groupLength = 3

/** Between groups, and before decimals. */
const groupMarks: readonly (readonly [string, string])[] = [
  [',', '.'],
  ['.', ','],
  ["'", '.'],
  ['\u2019', '.'],
  [' ', ','],
  ['\u00a0', ','],
  ['\u202f', ','],
]
