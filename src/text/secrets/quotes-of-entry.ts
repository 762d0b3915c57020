import { formsOnScreens } from '../folded/on-screens.ts'
import { plainEntry } from '../folded/plain-entry.ts'
import { spellings } from '../hide-secrets.ts'

/**
 * In which texts a line, an error, a log or a screen may quote what was entered at a sensitive screen: a question reads it
 * without its spaces or marks, or in capitals, and a screen shows it in characters that phones have.
 *
 * @example
 * ```ts
 * quotesOfEntry('739 158') // '739 158', '739+158', '739%20158', '739158'
 * ```
 */
export function quotesOfEntry(entered: string): readonly string[] {
  if (entered.length > longestEntry) return [entered.trim()]
  const plain = plainEntry(entered)
  const forms = [plain, plain.replace(spaces, ' '), plain.replace(spaces, ''), plain.replace(marks, '')]
  return quotesOfTexts([entered.trim(), ...forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()])])
}

const spaces = /\s+/g
const marks = /[^\p{L}\p{N}]+/gu
// Characters. Of a longer text nobody makes another form.
const longestEntry = 200

/** The same of texts as they are. */
export function quotesOfTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap(formsOnScreens))].flatMap((form) => [form, ...spellings(form.toWellFormed())])
}
