import type { FitSettings } from './room.ts'
import { isRoom, leastRoomOf, roomBeside } from './room.ts'
import type { Way } from './screen-content.ts'
import { writtenLine } from './written.ts'

/** The last line of a page. */
export interface WaysLine {
  /** Where a page follows. */
  readonly goingOn: string
  /** The same without the way to the next page: never longer. */
  readonly last: string
}

/** The ways in words: `0 Back 00 Menu`. Empty without any. */
export function waysInWords(ways: readonly Way[], characters: FitSettings['characters']): string {
  let line = ''
  for (const { key, word } of ways) {
    if (line !== '') line += ' '
    line += `${writtenLine(key, characters)} ${writtenLine(word, characters)}`
  }
  return line
}

/**
 * The ways of a page that may be followed by another: in words, or by their keys alone where words would leave too little
 * of a small page. Where even the keys do, those to the left go first: without `more` the rest could not be read.
 *
 * @param needed how many septets or units must be left for the page's own text
 */
export function waysLine(ways: readonly Way[], more: Way, settings: FitSettings, needed: number): WaysLine {
  const all = [...ways, more]
  const words = all.map((way) => waysInWords([way], settings.characters))
  if (leaves(needed + comfort, words, settings)) return lineOf(words)
  let keys = all.map(({ key }) => writtenLine(key, settings.characters))
  while (keys.length > 0 && !leaves(needed, keys, settings)) keys = keys.slice(1)
  return lineOf(keys)
}

/** Below this, a text beside the words would be hard to read. */
const comfort = 8

function leaves(needed: number, parts: readonly string[], settings: FitSettings): boolean {
  return isRoom(roomBeside(leastRoomOf(settings), `\n${parts.join(' ')}${'.'.repeat(needed)}`))
}

function lineOf(parts: readonly string[]): WaysLine {
  return { goingOn: parts.join(' '), last: parts.slice(0, -1).join(' ') }
}
