import type { Channel } from '../conversation/channel.ts'
import type { Screen } from './screen.ts'
import { readTextOffers } from './text-offers.ts'

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
