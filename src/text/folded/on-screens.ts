import { cleanText } from '../clean-text.ts'
import { foldToAscii } from '../fold-characters.ts'
import { foldToGsm7 } from '../gsm7.ts'

/** What screens do with characters that phones may not have. */
export type ScreenCharacters = 'gsm7' | 'ascii' | 'keep'

/** A text as screens show it, its edges too. */
export function foldedOnScreens(text: string, characters: ScreenCharacters): string {
  return folds[characters](cleanText(text))
}

/**
 * A text in every form in which screens may show it. The first is its own, and most texts have no other.
 *
 * @example
 * ```ts
 * formsOnScreens('forêt “é”') // 'forêt “é”', 'foret "é"', 'foret "e"'
 * ```
 */
export function formsOnScreens(text: string): readonly string[] {
  if (plain.test(text)) return [text]
  return [...new Set([text, ...every.map((characters) => foldedOnScreens(text, characters))])]
}

const folds: { readonly [C in ScreenCharacters]: (text: string) => string } = {
  gsm7: (text) => foldToGsm7(withLineFeeds(text)),
  // ASCII has a backtick and controls that GSM 7-bit lacks.
  ascii: (text) => foldToGsm7(foldToAscii(withLineFeeds(text))),
  keep: withLineFeeds,
}

const every: readonly ScreenCharacters[] = ['keep', 'gsm7', 'ascii']

/** ASCII that every alphabet has: all but the backtick and the controls. */
const plain = /^[\n -_a-~]*$/

/** A form feed is in the GSM 7-bit alphabet, but clears the screen of some phones. */
function withLineFeeds(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replaceAll('\t', ' ')
}
