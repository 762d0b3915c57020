import { shortened } from './break-text.ts'
import type { FitSettings, Room } from './room.ts'
import type { ScreenContent } from './screen-content.ts'
import { written } from './written.ts'

/** What stands above the choices: what was wrong with the last answer, and the text. */
export function proseOf({ lead, text }: ScreenContent, characters: FitSettings['characters']): string {
  const title = written(text, characters)
  return lead === undefined ? title : `${written(lead, characters)}\n${title}`
}

/** The first line of a text, in short where it is longer than its place. */
export function titleOf(text: string, characters: FitSettings['characters'], room: Room): string {
  return shortened(written(text, characters).replace(afterFirstLine, ''), room)
}

const afterFirstLine = /\n.*/s

/**
 * The title of a screen on rich channels; undefined where that of the message will do, its first line or the word that
 * stands for a masked one. An error line is no title, so under one the question keeps its own.
 *
 * @example
 * ```ts
 * labelOf({ ...content, lead: 'Numbers only, such as 20.', text: 'How many?' }) // 'How many?'
 * ```
 */
export function labelOf({ label, lead, text, sensitive }: ScreenContent): string | undefined {
  // A title is not masked, so nothing of a masked text may stand in it.
  if (label !== undefined || lead === undefined || sensitive) return label
  return titleOf(text, 'keep', longest)
}

/** As long as the titles that replies give themselves. */
const longest = { septets: 40, units: 40 }
