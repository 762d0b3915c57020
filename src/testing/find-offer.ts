import { foldToAscii } from '../text/fold-characters.ts'
import type { Offer, Offers } from './offers.ts'

/**
 * The offers that a label means: those that are written so, else those that are once characters are folded, as USSD
 * folds them, else those that it is the whole of where a small screen shows a part.
 */
export function findOffers(label: string, { choices, ways }: Offers): readonly Offer[] {
  const all = [...choices, ...ways]
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
