import { type FilledPage, fillPage, type PageFlow, type Place, pageFlow } from './fill-page.ts'
import { framesOf, type PageFrame, waysInWords } from './page-frame.ts'
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
import type { ScreenContent, Way, Ways } from './screen-content.ts'
import { written, writtenChoice } from './written.ts'

/**
 * Draws a page of a screen for USSD: the text, the choices as `1. Label`, numbered over all pages, and a line of ways. Never
 * over the limit; whatever does not fit goes to the next page. A lead stands above it and moves nothing to another page.
 *
 * @param page from 0; the nearest that exists is drawn
 * @example
 * ```ts
 * drawPage(content, ways, { limit: 160, characters: 'gsm7' }, 0).text // 'Ama\'s shop\n1. Rice 5 kg\n2. Oil 1 l\n0 Back'
 * ```
 */
export function drawPage(content: ScreenContent, ways: Ways, settings: FitSettings, page: number): DrawnPage {
  const whole = drawWhole(content, ways.first, settings)
  if (whole === undefined) return drawPart(content, ways, settings, page)
  if (content.lead === undefined || (content.leadPage ?? 0) !== page)
    return { text: textOf(whole), page: 0, isLast: true }
  const flow = pageFlow(content, settings)
  return { page: 0, ...drawLed(content.lead, whole, flow, start, framesOf(flow, ways, settings).first, settings) }
}

/** A screen on one page; undefined when it needs more. Most fit, and this is the short way for them. */
function drawWhole(content: ScreenContent, ways: readonly Way[], settings: FitSettings): PagePart | undefined {
  const { limit, characters } = settings
  const above = written(content.text, characters)
  let lines = ''
  let number = 0
  for (const { label, number: own } of content.choices) {
    number += 1
    lines += `\n${writtenChoice(`${own ?? number}. `, label, characters)}`
    // No character takes less than 1 of the limit: a list of thousands need not be written to know that it is long.
    if (above.length + lines.length > limit) return undefined
  }
  const line = waysInWords(ways, characters)
  const under = line === '' ? '' : `\n${line}`
  const next = { prose: above.length, choices: number }
  const whole = { above, lines, under, next, isLast: true }
  return isRoom(roomBeside(roomOf(settings), textOf(whole))) ? whole : undefined
}

/** One page of a screen as numbered text. */
interface DrawnPage {
  readonly text: string
  /** From 0. */
  readonly page: number
  readonly isLast: boolean
  /** How far it comes, where it is one of several. */
  readonly next?: Place
  /** Where it and the pages before it begin, but the first; none where that is all. */
  readonly starts?: readonly number[] | undefined
  /** What is still to be said of its lead: the same page follows, under that or, where it is empty, whole. */
  readonly rest?: string
}

/** The beginning of a page in one number: above 0 the place of a choice, else that of a character of the text, negative. */
function startOf({ prose, choices }: Place): number {
  return choices > 0 ? choices : -prose
}

function placeOf(at: number, { prose, choices }: PageFlow): Place | undefined {
  const place = at > 0 ? { prose: prose.length, choices: at } : { prose: -at, choices: 0 }
  return place.prose < prose.length || (place.prose === prose.length && place.choices < choices.length)
    ? place
    : undefined
}

const start: Place = { prose: 0, choices: 0 }

/** One page of a screen that needs several. Where nobody knows where it begins the pages before it are filled too. */
function drawPart(content: ScreenContent, ways: Ways, settings: FitSettings, page: number): DrawnPage {
  const { lead, leadPage = 0, starts: known = [], line: wanted = -1 } = content
  const flow = pageFlow(content, settings)
  const frames = framesOf(flow, ways, settings)
  let number = Math.max(0, Math.min(known.length, page))
  let from = placeOf(known[number - 1] ?? 0, flow)
  if (from === undefined || number === 0) {
    from = start
    number = 0
  }
  const starts = known.slice(0, number)
  let part = partOf(flow, from, number === 0 ? frames.first : frames.later)
  while (!part.isLast && (number < page || part.next.choices <= wanted)) {
    number += 1
    from = part.next
    starts.push(startOf(from))
    part = partOf(flow, from, frames.later)
  }
  if (lead !== undefined && leadPage === page && number <= page) {
    const led = drawLed(lead, part, flow, from, number === 0 ? frames.first : frames.later, settings)
    return { next: part.next, ...led, page: number, starts }
  }
  return { text: textOf(part), page: number, isLast: part.isLast, next: part.next, starts }
}

/** The title stands above a later page of a list where two choices, or all that are left, still fit under it. */
function partOf(flow: PageFlow, from: Place, frame: PageFrame): PagePart {
  if (from.prose === flow.prose.length) {
    const titled = filled(flow, from, frame, flow.heading)
    if (titled.isLast || titled.next.choices - from.choices >= 2) return titled
  }
  return filled(flow, from, frame, '')
}

function filled(flow: PageFlow, from: Place, { goingOn, last }: PageFrame, heading: string): PagePart {
  const ending = fillPage(flow, from, last.room, heading)
  const { prose, choices } = ending.next
  if (prose === flow.prose.length && choices === flow.choices.length) {
    return { ...ending, under: last.under, isLast: true }
  }
  return { ...fillPage(flow, from, goingOn.room, heading), under: goingOn.under, isLast: false }
}

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
function drawLed(
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
interface PagePart extends FilledPage {
  /** The line of ways. */
  readonly under: string
  readonly isLast: boolean
}

function textOf({ above, lines, under }: PagePart): string {
  return above + lines + under
}
