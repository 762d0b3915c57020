import { type FilledPage, fillPage, type PageFlow, type Place } from './fill-page.ts'
import type { PageFrame } from './page-frame.ts'
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
import { written } from './written.ts'

/** A page with a lead above it. */
interface LedPage {
  readonly text: string
  readonly isLast: boolean
  readonly next?: Place
  /** What is still to be said of the lead: the same page follows, under that or, where it is empty, whole. */
  readonly rest?: string
}

/**
 * Puts a lead above a page. Where there is no room for both, the text of a list that was read before is shortened, or makes
 * room; everything else follows once more, whole, behind a page with the lead and what fits below it.
 */
export function drawLed(
  lead: string,
  part: PagePart,
  flow: PageFlow,
  from: Place,
  { goingOn }: PageFrame,
  settings: FitSettings,
): LedPage {
  const line = written(lead, settings.characters)
  const { above, lines, under, isLast } = part
  const both = joined(line, textOf(part))
  if (isRoom(roomBeside(roomOf(settings), both))) return { text: both, isLast }
  if (flow.isRead && lines !== '') {
    const below = joined('', lines + under)
    const room = roomBeside(roomOf(settings), below)
    const beside = roomBeside(room, `${line}\n`)
    if (isRoom(roomBeside(beside, '.'.repeat(comfort)))) {
      return { text: `${line}\n${shortened(above, beside)}${below}`, isLast }
    }
    if (isRoom(roomBeside(room, '.'.repeat(leastLead)))) return { text: shortened(line, room) + below, isLast }
  }
  const end = breakText(line, 0, goingOn.room)
  if (end < line.length) {
    const said = line.slice(0, end).trimEnd() + goingOn.under
    return { text: said, isLast: false, rest: line.slice(afterBreak(line, end)), next: from }
  }
  const titled = from.prose === flow.prose.length && above !== '' ? `${line}\n${above}` : line
  const { text, next } = fillBelow(flow, from, goingOn.room, titled) ?? { text: line, next: from }
  return { text: text + goingOn.under, isLast: false, rest: '', next }
}

/** What fits of the flow below a line; undefined where that is too little to be read. */
function fillBelow(flow: PageFlow, from: Place, room: Room, line: string): { text: string; next: Place } | undefined {
  if (!isRoom(roomBeside(room, `${line}\n${'.'.repeat(comfort)}`))) return undefined
  const { above, lines, next } = fillPage(flow, from, room, line)
  // A character below it may halve the room.
  if (next.prose === from.prose && next.choices === from.choices) return undefined
  return { text: above + lines, next }
}

/** One text below another: no line between them is empty, whichever of them is. */
function joined(above: string, below: string): string {
  const begin = below.replace(/^\n/, '')
  return begin === '' ? above : `${above}\n${begin}`
}

/** Cut shorter than this, a lead would say too little: `Reply with a...` */
const leastLead = 16

/** One page of a screen, in parts. */
export interface PagePart extends FilledPage {
  /** The line of ways. */
  readonly under: string
  readonly isLast: boolean
}

export function textOf({ above, lines, under }: PagePart): string {
  return above + lines + under
}
