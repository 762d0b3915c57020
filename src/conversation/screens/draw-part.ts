import { shortened } from './break-text.ts'
import { type FilledPage, fillPage } from './fill-page.ts'
import { type PageFlow, type Place, pageFlow } from './page-flow.ts'
import type { FitSettings } from './room.ts'
import { type Room, roomBeside, roomOf } from './room.ts'
import type { ScreenContent, Way, Ways } from './screen-content.ts'
import { waysLine } from './ways-line.ts'
import { written } from './written.ts'

/** One page of a screen as numbered text. */
export interface DrawnPage {
  readonly text: string
  /** From 0. */
  readonly page: number
  readonly isLast: boolean
  /** How far it comes, where it is one of several. */
  readonly next?: Place
}

/** One page of a screen that needs several. The pages before it are filled too: where they end is where it begins. */
export function drawPart(content: ScreenContent, ways: Ways, settings: FitSettings, page: number): DrawnPage {
  const { lead, leadPage = 0 } = content
  const flow = pageFlow(leadPage === 0 ? content : { ...content, lead: undefined }, settings)
  const line = lead === undefined || leadPage === 0 ? '' : written(lead, settings.characters)
  const needed = longestNumber(flow) + shortestLabel
  const frameOf = (open: readonly Way[]): PageFrame => {
    const { goingOn, last } = waysLine(open, ways.more, settings, needed)
    return { goingOn: roomUnder(goingOn, settings), last: roomUnder(ways.isEnding === true ? '' : last, settings) }
  }
  const first = frameOf(ways.first)
  const later = frameOf(ways.later)
  let number = 0
  let part = partOf(flow, { prose: 0, choices: 0 }, first, '')
  while (!part.isLast && number < page) {
    number += 1
    part = partOf(flow, part.next, later, number === leadPage ? line : '')
  }
  return { text: part.text, page: number, isLast: part.isLast, next: part.next }
}

/** One character of two units, or with `...` in part: less would show nothing of a choice. */
const shortestLabel = 2

/** `12. ` */
function longestNumber({ choices }: PageFlow): number {
  const counted = String(choices.length).length
  return choices.reduce((longest, { number = '' }) => Math.max(longest, number.length), counted) + '. '.length
}

/** What stands under the text of a page, and the room above it: where a page follows, and where none does. */
interface PageFrame {
  readonly goingOn: Frame
  readonly last: Frame
}

interface Frame {
  readonly under: string
  readonly room: Room
}

function roomUnder(line: string, settings: FitSettings): Frame {
  const under = line === '' ? '' : `\n${line}`
  return { under, room: roomBeside(roomOf(settings), under) }
}

interface Part extends FilledPage {
  readonly isLast: boolean
}

/**
 * The title stands above a later page of a list where two choices, or all that are left, still fit under it.
 *
 * @param line what was wrong with an answer that was given here; left out where nothing else would fit
 */
function partOf(flow: PageFlow, from: Place, frame: PageFrame, line: string): Part {
  const lead = line === '' ? '' : shortened(line, halfOf(frame.goingOn.room))
  if (from.prose === flow.prose.length) {
    const titled = filled(flow, from, frame, lead === '' ? flow.heading : `${lead}\n${flow.heading}`)
    if (titled.isLast || titled.next.choices - from.choices >= 2) return titled
  }
  const led = filled(flow, from, frame, lead)
  return led.next.prose > from.prose || led.next.choices > from.choices ? led : filled(flow, from, frame, '')
}

function halfOf({ septets, units }: Room): Room {
  return { septets: Math.floor(septets / 2), units: Math.floor(units / 2) }
}

function filled(flow: PageFlow, from: Place, { goingOn, last }: PageFrame, heading: string): Part {
  const ending = fillPage(flow, from, last.room, heading)
  const { prose, choices } = ending.next
  if (prose === flow.prose.length && choices === flow.choices.length) {
    return { ...ending, text: ending.text + last.under, isLast: true }
  }
  const followed = fillPage(flow, from, goingOn.room, heading)
  return { ...followed, text: followed.text + goingOn.under, isLast: false }
}
