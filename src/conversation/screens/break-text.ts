import { type Room, reachIn } from './room.ts'

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

const dots = '...'

/** Where a line may end; not the spaces that hold a number together. */
const spaces = ' \n\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u200b\u205f\u3000'

const unseen = /[\s\p{Cc}\p{Cf}]*/uy

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The last place up to `at` that is not inside what a reader takes for one character: a pair, a letter with its marks. */
function betweenCharacters(text: string, from: number, at: number): number {
  if (text.charCodeAt(at) < beyondAscii) return at
  let start = 0
  // The two units that follow decide whether the character before them ends here.
  for (const { index } of characters.segment(text.slice(from, at + 2))) if (index <= at - from) start = index
  if (start > 0) return from + start
  // A letter with more marks than the page holds: its code points at least stay whole.
  return isInsidePair(text, at) ? at - 1 : at
}

/** Nothing of ASCII belongs to the character before it. */
const beyondAscii = 0x80

function isInsidePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff
}
