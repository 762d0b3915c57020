import type { ScreenContent } from './screen-content.ts'
import { titleOf } from './title.ts'

/**
 * The title of a screen on rich channels; undefined where that of the message will do, its first line or the word that
 * stands for a masked one. An error line is no title, so under one the question keeps its own.
 *
 * @example
 * ```ts
 * labelOf({ ...content, lead: 'Please enter a whole number.', text: 'How many?' }) // 'How many?'
 * ```
 */
export function labelOf({ label, lead, text, sensitive }: ScreenContent): string | undefined {
  // A title is not masked, so nothing of a masked text may stand in it.
  if (label !== undefined || lead === undefined || sensitive) return label
  return titleOf(text, 'keep', longest)
}

/** As long as the titles that replies give themselves. */
const longest = { septets: 40, units: 40 }
