import type { PageFlow } from './fill-page.ts'
import { comfort, type FitSettings, isRoom, leastRoomOf, type Room, roomBeside, roomOf } from './room.ts'
import type { Way, Ways } from './screen-content.ts'
import { writtenLine } from './written.ts'

/** One character of two units, or with `...` in part: less would show nothing of a choice. */
const shortestLabel = 2

/** `12. ` */
function longestNumber({ choices }: PageFlow): number {
  const counted = String(choices.length).length
  return choices.reduce((longest, { number = '' }) => Math.max(longest, number.length), counted) + '. '.length
}

/** What stands under the text of a page, and the room above it: where a page follows, and where none does. */
export interface PageFrame {
  readonly goingOn: Frame
  readonly last: Frame
}

export interface Frame {
  readonly under: string
  readonly room: Room
}

function roomUnder(line: string, settings: FitSettings): Frame {
  const under = line === '' ? '' : `\n${line}`
  return { under, room: roomBeside(roomOf(settings), under) }
}

/** The frames of the first page of a screen, and of those that follow. */
export function framesOf(flow: PageFlow, ways: Ways, settings: FitSettings): Record<'first' | 'later', PageFrame> {
  const needed = longestNumber(flow) + shortestLabel
  const frameOf = (open: readonly Way[]): PageFrame => {
    const { goingOn, last } = waysLine(open, ways.more, settings, needed)
    return { goingOn: roomUnder(goingOn, settings), last: roomUnder(ways.isEnding === true ? '' : last, settings) }
  }
  return { first: frameOf(ways.first), later: frameOf(ways.later) }
}

/** The last line of a page. */
interface WaysLine {
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
function waysLine(ways: readonly Way[], more: Way, settings: FitSettings, needed: number): WaysLine {
  const all = [...ways, more]
  const words = all.map((way) => waysInWords([way], settings.characters))
  if (leaves(needed + comfort, words, settings)) return lineOf(words)
  let keys = all.map(({ key }) => writtenLine(key, settings.characters))
  while (keys.length > 0 && !leaves(needed, keys, settings)) keys = keys.slice(1)
  return lineOf(keys)
}

function leaves(needed: number, parts: readonly string[], settings: FitSettings): boolean {
  return isRoom(roomBeside(leastRoomOf(settings), `\n${parts.join(' ')}${'.'.repeat(needed)}`))
}

function lineOf(parts: readonly string[]): WaysLine {
  return { goingOn: parts.join(' '), last: parts.slice(0, -1).join(' ') }
}
