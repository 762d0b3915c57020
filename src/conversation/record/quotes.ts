import type { Recorded } from '../../store/effects/recorded.ts'
import { quotesOfTexts } from '../../text/secrets/quotes-of-entry.ts'

/**
 * In which texts a line, an error or a log may quote a sensitive answer: every text and number in it, as screens
 * show it, and in the spellings of JSON and of addresses. A number with its digits in groups is none of them: that would
 * stand in other amounts.
 *
 * @example
 * ```ts
 * quotesOf({ code: 'a b', limit: 7391 }) // 'a b', 'a%20b', 'a+b', '7391'
 * ```
 */
export function quotesOf(answer: Recorded): readonly string[] {
  if (typeof answer === 'string') return quotesOfTexts([answer])
  if (typeof answer === 'number') return [String(answer)]
  if (typeof answer !== 'object' || answer === null) return []
  // What was chosen, with all that belongs to it.
  return Object.values(answer).flatMap(quotesOf)
}
