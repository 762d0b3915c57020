import { computed, signal } from '@preact/signals'
import { texts } from './texts.ts'
import type { ListName } from './types.ts'

/** What the address's hash holds: copied, it shows somebody else the same. A phone never stands there. */
export interface Place {
  readonly tab: ListName
  /** Hours back; empty for any time. */
  readonly hours: string
  readonly reference: string
  readonly session: string
  /** A kind of entry; empty for all. */
  readonly kind: string
  /** The open entry. */
  readonly entry: string
  readonly registration: string
}

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

export const place = computed<Place>(() => {
  const given = new URLSearchParams(hash.value.slice(1))
  const tab = given.get('tab') ?? ''
  return {
    tab: isTab(tab) ? tab : 'needsReview',
    hours: given.get('hours') ?? '',
    reference: given.get('reference') ?? '',
    session: given.get('session') ?? '',
    kind: isKind(given.get('kind') ?? '') ? (given.get('kind') ?? '') : '',
    entry: given.get('entry') ?? '',
    registration: given.get('registration') ?? '',
  }
})

/** The phone that is searched for: it stays out of the address, and so of histories and links. */
export const phone = signal('')

/** What is said where a search finds nothing: of a phone, how it may be written wrongly. */
export function noneFits(): string {
  const given = phone.value
  if (given === '' || given.startsWith('+')) return texts.noneFits
  return given.replaceAll(/\D/g, '').length < fewestDigits ? texts.noPhone : texts.wholeNumber
}

const fewestDigits = 6

/** The address of another place. */
export function hrefOf(change: Partial<Place>): string {
  const { tab, ...rest } = { ...place.value, ...change }
  const parameters = new URLSearchParams({ tab })
  for (const [name, value] of Object.entries(rest)) if (value !== '') parameters.set(name, value)
  return `#${parameters}`
}

export function go(change: Partial<Place>): void {
  const next = hrefOf(change)
  if (next !== location.hash) history.pushState(null, '', next)
  hash.value = next
}

function isKind(word: string): boolean {
  return texts.kinds.includes(word)
}

function isTab(word: string): word is ListName {
  return Object.hasOwn(texts.tabs, word)
}
