import type { ScreenCharacters } from '../../text/folded/on-screens.ts'
import { gsm7Length } from '../../text/gsm7.ts'
import { written } from './written.ts'

/** What fits on the screen of a phone. */
export interface FitSettings {
  /** In septets of the GSM 7-bit alphabet, the ways included; 160 is what one USSD message holds. */
  readonly limit: number
  /**
   * `gsm7` and `ascii` fold what is outside those alphabets. `keep` sends every character: a page that has one outside
   * GSM 7-bit travels in 16 bits a character, so it holds 7/16 of the limit, 70 of 160.
   */
  readonly characters: ScreenCharacters
}

/**
 * What is left of a page, counted both ways at once: in septets, where one character outside GSM 7-bit leaves no room at
 * all, and in UTF-16 units. A page keeps to its limit as long as one of them is not below 0. The second is so much
 * smaller that a page of GSM 7-bit alone is always decided by the first.
 */
export interface Room {
  readonly septets: number
  readonly units: number
}

/** Fewer characters than this beside something else would be hard to read. */
export const comfort = 8

/** The room of an empty page. */
export function roomOf({ limit }: FitSettings): Room {
  return { septets: limit, units: wideLimit(limit) }
}

/** The room of an empty page, counted the way that holds less of what these settings let through. */
export function leastRoomOf({ limit, characters }: FitSettings): Room {
  return characters === 'keep' ? { septets: none, units: wideLimit(limit) } : { septets: limit, units: none }
}

export function roomBeside(room: Room, text: string): Room {
  return { septets: room.septets - (gsm7Length(text) ?? Infinity), units: room.units - text.length }
}

export function isRoom(room: Room): boolean {
  return room.septets >= 0 || room.units >= 0
}

/** Where the part of a text that begins at `from` and fits ends. It may be inside a character of two units. */
function reachIn(room: Room, text: string, from: number): number {
  let { septets, units } = room
  for (let at = from; at < text.length; at++) {
    septets -= gsm7Length(text.charAt(at)) ?? Infinity
    units -= 1
    if (septets < 0 && units < 0) return at
  }
  return text.length
}

const none = -Infinity

/** The same bytes hold 16 bits a character in place of 7. */
function wideLimit(limit: number): number {
  return Math.floor((limit * 7) / 16)
}

/**
 * Where a text that begins at `from` is broken for the page: at a line feed, else at a space, else, when one word is
 * longer than the page, between two characters. The end of the text when all of it fits.
 */
export function breakText(text: string, from: number, room: Room): number {
  const reach = reachIn(room, text, from)
  if (reach === text.length) return reach
  // Of this page alone: to look further up would cost each page all pages before it.
  const lineFeed = text.slice(from, reach + 1).lastIndexOf('\n')
  // Further up, a line feed would leave too much of the page empty.
  if (lineFeed >= (reach - from) * (2 / 3)) return from + lineFeed
  for (let at = reach; at > from; at--) if (spaces.includes(text.charAt(at))) return at
  return betweenCharacters(text, from, reach)
}

/** Where the page after the break begins: no page begins with what nobody sees. */
export function afterBreak(text: string, at: number): number {
  unseen.lastIndex = at
  unseen.test(text)
  return unseen.lastIndex
}

/**
 * The longest part of a text that fits, at its end `...` where something is left out and the room allows it. A word is cut
 * only where none before it would be left.
 */
export function shortened(text: string, room: Room): string {
  const reach = reachIn(room, text, 0)
  if (reach === text.length) return text
  const dotted = reachIn({ septets: room.septets - dots.length, units: room.units - dots.length }, text, 0)
  const cut = text.slice(0, betweenCharacters(text, 0, dotted))
  const words = spaces.includes(text.charAt(cut.length)) ? cut : cut.slice(0, cut.lastIndexOf(' ') + 1)
  const shown = (words.trim() === '' ? cut : words).trimEnd()
  return shown === '' ? text.slice(0, betweenCharacters(text, 0, reach)) : shown + dots
}

/**
 * A text that stands alone on a phone, with no way to another page: what does not fit is left out.
 *
 * @example
 * ```ts
 * onePage('Tɔ so', { limit: 160, characters: 'gsm7' }) // 'To so'
 * ```
 */
export function onePage(text: string, fit: FitSettings): string {
  return shortened(written(text, fit.characters), roomOf(fit))
}

const dots = '...'

/** Where a line may end; not the spaces that hold a number together. */
const spaces = ' \n\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u200b\u205f\u3000'

const unseen = /[\s\p{Cc}\p{Cf}]*/uy

/** The last place up to `at` that is not inside what a reader takes for one character: a pair, a letter with its marks. */
function betweenCharacters(text: string, from: number, at: number): number {
  if (text.charCodeAt(at) < beyondAscii) return at
  let start = 0
  // The two units that follow decide whether the character before them ends here.
  for (const { index } of graphemesOf(text.slice(from, at + 2))) if (index <= at - from) start = index
  if (start > 0) return from + start
  // A letter with more marks than the page holds: its code points at least stay whole.
  return isInsidePair(text, at) ? at - 1 : at
}

/** Nothing of ASCII belongs to the character before it. */
const beyondAscii = 0x80

function isInsidePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff
}

let segmenter: Intl.Segmenter | undefined

/** What a reader takes for one character each: a letter with its marks, a flag. */
export function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  // Its data takes 6 ms to load, and most applications never need it.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}
