import { foldToAscii } from '../../text/fold-characters.ts'
import type { Channel, Screen } from './screen.ts'

/** Something that a screen lets choose. */
export interface Offer {
  /** As it is written; empty where a key stands alone. */
  readonly label: string
  /** What is entered, or pushed, to choose it. */
  readonly value: string
}

/** Everything that a screen lets choose. */
export interface Offers {
  /** The choices, in their order. */
  readonly choices: readonly Offer[]
  /** What leads elsewhere: the last line of a USSD screen, such as `0 Back 99 More`. */
  readonly ways: readonly Offer[]
}

/** What a screen offers: the entries of its data on rich channels that got some, else its numbered lines. */
export function offersOf({ text, type, choices = [] }: Screen, channel: Channel): Offers {
  if (type !== 'response') return { choices: [], ways: [] }
  if (channel === 'ussd' || choices.length === 0) return readTextOffers(text)
  return { choices: choices.map(({ display, value }) => ({ label: display, value })), ways: [] }
}

/**
 * Reads what a text lets choose: its last block of lines such as `1. Rice`, and a last line of ways such as
 * `0 Back 99 More`, or of their keys alone.
 */
export function readTextOffers(text: string): Offers {
  const lastLine = text.slice(text.lastIndexOf('\n') + 1)
  return { choices: readChoices(text.split('\n')), ways: readWays(lastLine.split(' ')) }
}

/** Whether a text offers what was entered: a choice, or a way on. */
export function isOffered(text: string, entered: string): boolean {
  const { choices, ways } = readTextOffers(text)
  return [...choices, ...ways].some(({ value }) => value === entered)
}

/** What a text asks, without the lines that offer something. */
export function promptOf(text: string, { choices, ways }: Offers): string {
  const isChoice = (line: string): boolean =>
    choices.some(({ label, value }) => line.trimStart().startsWith(value) && line.trimEnd().endsWith(label))
  const lines = text.split('\n')
  if (ways.length > 0) lines.pop()
  return lines
    .filter((line) => !isChoice(line))
    .join('\n')
    .trim()
}

// `1. Rice`, and as others write it: `1) Rice`, `#: Back`.
const numbered = /^\s*([\d*#]{1,6})[.):]\s+(\S.*)$/

/** From the last numbered line upwards: `1` begins a list, so what is numbered above it belongs to the text. */
function readChoices(lines: readonly string[]): readonly Offer[] {
  const choices: Offer[] = []
  const from = lines.findLastIndex((line) => numbered.test(line))
  for (const line of lines.slice(0, from + 1).reverse()) {
    const [, value = '', label = ''] = numbered.exec(line) ?? []
    if (value === '' || choices.some((below) => below.value === value)) break
    choices.unshift({ label: label.trimEnd(), value })
    if (value === '1') break
  }
  return choices
}

const key = /^\*?[\d#][\d*#]{0,3}$/

/** A key is followed by a word; a number that is not belongs to the word before it, as in `99 Page 2`. */
function readWays(words: readonly string[]): readonly Offer[] {
  if (words.every((word) => key.test(word))) return words.map((value) => ({ label: '', value }))
  const ways: { label: string; value: string }[] = []
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    const last = ways.at(-1)
    if (key.test(word) && next !== undefined && !key.test(next)) ways.push({ label: '', value: word })
    else if (last === undefined) return []
    else last.label = `${last.label} ${word}`.trimStart()
  }
  return ways
}

/**
 * The offers that a label means: those that are written so, else those that are once characters are folded, as USSD
 * folds them, else those that it is the whole of where a small screen shows a part. A pattern means those that it matches.
 */
export function findOffers(label: string | RegExp, { choices, ways }: Offers): readonly Offer[] {
  const all = [...choices, ...ways]
  // `match`, since `test` of a global one goes on from where it was.
  if (label instanceof RegExp) return all.filter((offer) => offer.label !== '' && offer.label.match(label) !== null)
  const wanted = folded(label)
  for (const isMeant of [
    (shown: string) => shown === label,
    (shown: string) => folded(shown) === wanted,
    (shown: string) => isPart.test(shown) && wanted.startsWith(folded(shown.slice(0, -dots.length))),
  ]) {
    const found = all.filter((offer) => offer.label !== '' && isMeant(offer.label))
    if (found.length > 0) return found
  }
  return []
}

/** The way to the next page, which stands last; undefined where none is known by this word or key. */
export function nextPage({ choices, ways }: Offers, more: string | undefined): Offer | undefined {
  const known = more === undefined ? usual : [more]
  const way = ways.at(-1)
  if (way === undefined) {
    const last = choices.at(-1)
    return last !== undefined && known.includes(last.label) ? last : undefined
  }
  // Where the key is an answer, a star stands before it.
  return known.includes(way.label) || known.includes(way.value.replace(/^\*/, '')) ? way : undefined
}

const dots = '...'
const isPart = /[^.]\.{3}$/

/** The word and the key of a conversation that sets neither. */
const usual = ['More', '99']

function folded(label: string): string {
  return foldToAscii(label).trim().replace(/\s+/g, ' ')
}
