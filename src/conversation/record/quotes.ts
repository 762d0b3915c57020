import type { Recorded } from '../../store/effects/recorded.ts'
import { spellings } from '../../text/hide-secrets.ts'
import { plainEntry } from '../questions/make-question.ts'

/**
 * In which texts a line, an error or a log may quote a sensitive answer: every text and number in it, in the spellings of
 * JSON and of addresses too. A number with its digits in groups is none of them: that would stand in other amounts.
 *
 * @example
 * ```ts
 * quotesOf({ code: 'a b', limit: 7391 }) // 'a b', 'a%20b', 'a+b', '7391'
 * ```
 */
export function quotesOf(answer: Recorded): readonly string[] {
  if (typeof answer === 'string') return spelled([answer])
  if (typeof answer === 'number') return [String(answer)]
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
