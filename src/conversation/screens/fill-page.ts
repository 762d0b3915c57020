import {
  afterBreak,
  breakText,
  comfort,
  type FitSettings,
  isRoom,
  type Room,
  roomBeside,
  roomOf,
  shortened,
} from './room.ts'
import { type DrawnChoice, type ScreenContent, titleOf } from './screen-content.ts'
import { written, writtenChoice } from './written.ts'

/** What was put on one page, and where the next begins. */
export interface FilledPage {
  /** The text, or the title. */
  readonly above: string
  /** The choices, each on a line of its own. */
  readonly lines: string
  readonly next: Place
}

/**
 * Puts on a page what fits of the flow from a place on. A choice is never split: what does not fit whole goes to the next
 * page, and only one that is longer than a page of its own is shortened: also below the text, which would stand there alone.
 *
 * @param heading stands at its top; empty for none
 */
export function fillPage(flow: PageFlow, from: Place, room: Room, heading: string): FilledPage {
  const { prose } = flow
  if (from.prose === prose.length) return fillChoices(flow, from.choices, room, heading)
  const title = heading === '' ? '' : `${heading}\n`
  const end = breakText(prose, from.prose, roomBeside(room, title))
  const above = title + prose.slice(from.prose, end).trimEnd()
  if (end < prose.length) return { above, lines: '', next: { prose: afterBreak(prose, end), choices: 0 } }
  const filled = fillChoices(flow, 0, room, above)
  return filled.next.choices > 0 ? filled : (fillLongChoice(flow, room, above) ?? filled)
}

/** Puts the beginning of the first choice below the text, where it is longer than any page and there is room to read it. */
function fillLongChoice({ prose, choices, characters }: PageFlow, room: Room, above: string): FilledPage | undefined {
  const [choice] = choices
  if (choice === undefined) return undefined
  const number = choice.number === '' ? '' : `${choice.number ?? 1}. `
  const line = writtenChoice(number, choice.label, characters)
  const left = roomBeside(room, `${above}\n${number}`)
  if (isRoom(roomBeside(room, line)) || !isRoom(roomBeside(left, '.'.repeat(comfort)))) return undefined
  const label = shortened(line.slice(number.length), left)
  // A character of it may halve the room, so that none is left.
  if (label === '') return undefined
  return { above, lines: `\n${number}${label}`, next: { prose: prose.length, choices: 1 } }
}

function fillChoices({ prose, choices, characters }: PageFlow, from: number, room: Room, above: string): FilledPage {
  let lines = ''
  let left = roomBeside(room, above)
  let drawn = from
  for (let choice = choices[drawn]; choice !== undefined; choice = choices[drawn]) {
    const number = choice.number === '' ? '' : `${choice.number ?? drawn + 1}. `
    const isFirst = above === '' && lines === ''
    const begin = isFirst ? '' : '\n'
    const line = begin + writtenChoice(number, choice.label, characters)
    const after = roomBeside(left, line)
    if (!isRoom(after) && !isFirst) break
    const label = line.slice(begin.length + number.length)
    lines += isRoom(after) ? line : begin + number + shortened(label, roomBeside(left, begin + number))
    left = after
    drawn += 1
  }
  return { above, lines, next: { prose: prose.length, choices: drawn } }
}

/** What flows over the pages of a screen: the text first, then a line for each choice. */
export interface PageFlow {
  readonly prose: string
  /** It was on a screen before. */
  readonly isRead: boolean
  readonly choices: readonly DrawnChoice[]
  /** The title in short, to stand above later pages of a list. */
  readonly heading: string
  readonly characters: FitSettings['characters']
}

/** How far the pages before have come. */
export interface Place {
  /** The first unit of the prose that is not drawn yet; its length when all is. */
  readonly prose: number
  /** How many choices are drawn. */
  readonly choices: number
}

export function pageFlow(content: ScreenContent, settings: FitSettings): PageFlow {
  const { text, choices, isRead = false } = content
  const { characters } = settings
  const heading = titleOf(text, characters, headingRoom(settings))
  return { prose: written(text, characters), isRead, choices, heading, characters }
}

/** A quarter of a page is enough to say what the list is, and leaves most of it to the list. */
function headingRoom(settings: FitSettings): Room {
  const { septets, units } = roomOf(settings)
  return { septets: Math.floor(septets / 4), units: Math.floor(units / 4) }
}
