import {
  afterBreak,
  breakText,
  type FitSettings,
  isRoom,
  leastRoomOf,
  type Room,
  roomBeside,
  roomOf,
  shortened,
} from './room.ts'
import { type DrawnChoice, proseOf, type ScreenContent, titleOf, type Way, type Ways } from './screen-content.ts'
import { written, writtenChoice, writtenLine } from './written.ts'

/**
 * Draws a page of a screen for USSD: the lead, the text, the choices as `1. Label`, numbered over all pages, and a line
 * of ways. Never over the limit; whatever does not fit goes to the next page.
 *
 * @param page from 0; the nearest that exists is drawn
 * @example
 * ```ts
 * drawPage(content, ways, { limit: 160, characters: 'gsm7' }, 0).text // 'Ama\'s shop\n1. Rice 5 kg\n2. Oil 1 l\n0 Back'
 * ```
 */
export function drawPage(content: ScreenContent, ways: Ways, settings: FitSettings, page: number): DrawnPage {
  const whole = drawWhole(content, ways.first, settings)
  return whole === undefined ? drawPart(content, ways, settings, page) : { text: whole, page: 0, isLast: true }
}

/** A screen on one page; undefined when it needs more. Most fit, and this is the short way for them. */
function drawWhole(content: ScreenContent, ways: readonly Way[], settings: FitSettings): string | undefined {
  const { limit, characters } = settings
  let drawn = proseOf(content, characters)
  let number = 0
  for (const { label, number: own } of content.choices) {
    number += 1
    drawn += `\n${writtenChoice(`${own ?? number}. `, label, characters)}`
    // No character takes less than 1 of the limit: a list of thousands need not be written to know that it is long.
    if (drawn.length > limit) return undefined
  }
  const line = waysInWords(ways, characters)
  if (line !== '') drawn += `\n${line}`
  return isRoom(roomBeside(roomOf(settings), drawn)) ? drawn : undefined
}

/** One page of a screen as numbered text. */
interface DrawnPage {
  readonly text: string
  /** From 0. */
  readonly page: number
  readonly isLast: boolean
  /** How far it comes, where it is one of several. */
  readonly next?: Place
  /** Where it and the pages before it begin, but the first; none where that is all, or is not known beside an error line. */
  readonly starts?: readonly number[] | undefined
}

/** The beginning of a page in one number: above 0 the place of a choice, else that of a character of the text, negative. */
function startOf({ prose, choices }: Place, lead: number): number {
  return choices > 0 ? choices : lead - prose
}

function placeOf(start: number, { prose, choices }: PageFlow, lead: number): Place | undefined {
  const place = start > 0 ? { prose: prose.length, choices: start } : { prose: lead - start, choices: 0 }
  return place.prose < prose.length || (place.prose === prose.length && place.choices < choices.length)
    ? place
    : undefined
}

/** One page of a screen that needs several. Where nobody knows where it begins the pages before it are filled too. */
function drawPart(content: ScreenContent, ways: Ways, settings: FitSettings, page: number): DrawnPage {
  const { lead, leadPage = 0, starts: known = [], line: wanted = -1 } = content
  const plain = pageFlow({ ...content, lead: undefined }, settings)
  const flow = leadPage === 0 ? pageFlow(content, settings) : plain
  const led = flow.prose.length - plain.prose.length
  const line = lead === undefined || leadPage === 0 ? '' : written(lead, settings.characters)
  const needed = longestNumber(flow) + shortestLabel
  const frameOf = (open: readonly Way[]): PageFrame => {
    const { goingOn, last } = waysLine(open, ways.more, settings, needed)
    return { goingOn: roomUnder(goingOn, settings), last: roomUnder(ways.isEnding === true ? '' : last, settings) }
  }
  const first = frameOf(ways.first)
  const later = frameOf(ways.later)
  const pageFrom = (from: Place, at: number): Part => partOf(flow, from, later, at === leadPage ? line : '')
  let number = Math.max(0, Math.min(known.length, page))
  const from = placeOf(known[number - 1] ?? 0, flow, led)
  const starts = from === undefined ? [] : known.slice(0, number)
  number = starts.length
  let part =
    from === undefined || number === 0 ? partOf(flow, { prose: 0, choices: 0 }, first, '') : pageFrom(from, number)
  while (!part.isLast && (number < page || part.next.choices <= wanted)) {
    number += 1
    starts.push(startOf(part.next, led))
    part = pageFrom(part.next, number)
  }
  return { text: part.text, page: number, isLast: part.isLast, next: part.next, starts }
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

/** What was put on one page, and where the next begins. */
interface FilledPage {
  readonly text: string
  readonly next: Place
}

/**
 * Puts on a page what fits of the flow from a place on. A choice is never split: what does not fit whole goes to the next
 * page, and only one that is longer than a page of its own is shortened: also below the text, which would stand there alone.
 *
 * @param heading stands at its top; empty for none
 */
function fillPage(flow: PageFlow, from: Place, room: Room, heading: string): FilledPage {
  const { prose } = flow
  if (from.prose === prose.length) return fillChoices(flow, from.choices, room, heading)
  const above = heading === '' ? '' : `${heading}\n`
  const end = breakText(prose, from.prose, roomBeside(room, above))
  const text = above + prose.slice(from.prose, end).trimEnd()
  if (end < prose.length) return { text, next: { prose: afterBreak(prose, end), choices: 0 } }
  const filled = fillChoices(flow, 0, room, text)
  return filled.next.choices > 0 ? filled : (fillLongChoice(flow, room, text) ?? filled)
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
  return { text: `${above}\n${number}${label}`, next: { prose: prose.length, choices: 1 } }
}

function fillChoices({ prose, choices, characters }: PageFlow, from: number, room: Room, above: string): FilledPage {
  let text = above
  let left = roomBeside(room, above)
  let drawn = from
  for (let choice = choices[drawn]; choice !== undefined; choice = choices[drawn]) {
    const number = choice.number === '' ? '' : `${choice.number ?? drawn + 1}. `
    const begin = text === '' ? '' : '\n'
    const line = begin + writtenChoice(number, choice.label, characters)
    const after = roomBeside(left, line)
    if (!isRoom(after) && text !== '') break
    const label = line.slice(begin.length + number.length)
    text += isRoom(after) ? line : begin + number + shortened(label, roomBeside(left, begin + number))
    left = after
    drawn += 1
  }
  return { text, next: { prose: prose.length, choices: drawn } }
}

/** What flows over the pages of a screen: the lead and the text first, then a line for each choice. */
interface PageFlow {
  readonly prose: string
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
  const { text, choices } = content
  const { characters } = settings
  const heading = titleOf(text, characters, headingRoom(settings))
  return { prose: proseOf(content, characters), choices, heading, characters }
}

/** A quarter of a page is enough to say what the list is, and leaves most of it to the list. */
function headingRoom(settings: FitSettings): Room {
  const { septets, units } = roomOf(settings)
  return { septets: Math.floor(septets / 4), units: Math.floor(units / 4) }
}

/** The last line of a page. */
export interface WaysLine {
  /** Where a page follows. */
  readonly goingOn: string
  /** The same without the way to the next page: never longer. */
  readonly last: string
}

/** The ways in words: `0 Back 00 Menu`. Empty without any. */
function waysInWords(ways: readonly Way[], characters: FitSettings['characters']): string {
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

/** Below this, a text beside the words would be hard to read. */
const comfort = 8

function leaves(needed: number, parts: readonly string[], settings: FitSettings): boolean {
  return isRoom(roomBeside(leastRoomOf(settings), `\n${parts.join(' ')}${'.'.repeat(needed)}`))
}

function lineOf(parts: readonly string[]): WaysLine {
  return { goingOn: parts.join(' '), last: parts.slice(0, -1).join(' ') }
}
