import type { EntryFilter, EntryQuery } from '../inbox-store.ts'

/** What entries are looked for by. */
export type Sought = EntryFilter & Pick<EntryQuery, 'heads'>

/** What a filter may ask for that an index finds, however many other entries there are. */
export type Way = 'session' | 'reviews' | 'aside' | 'conflicts' | 'reference' | 'phone' | 'open' | 'kinds' | 'time'

/**
 * The ways to what a filter asks for. One may lead to a million entries, and another to a single one: a keyword that all messages
 * share, and the one of them that is dead; or all that waits, and the one that has a reference. Which is which only the store knows.
 * So where there are several, it counts each of them up to `few`, and goes through the first that has no more than that: then a
 * page costs that many entries at most. Where all have more, the first is gone by.
 */
export function waysTo(filter: Sought): readonly Way[] {
  const { states, kinds, needsReview, conflicts, session, reference, phone, heads, since, until } = filter
  // It has a few entries by its nature, and notices ask for them.
  if (session !== undefined) return ['session']
  const ways: Readonly<Record<Way, boolean>> = {
    session: false,
    reviews: needsReview === true,
    aside: states?.length !== 0 && states?.every((state) => state === 'dead' || state === 'rejected') === true,
    conflicts: conflicts === true,
    reference: reference !== undefined,
    phone: phone !== undefined,
    // Neither is it ordered, so all of it is read for a page.
    open: heads === true || states?.every((state) => state === 'waiting' || state === 'running') === true,
    kinds: kinds !== undefined,
    time: since !== undefined || until !== undefined,
  }
  return waysInOrder.filter((way) => ways[way])
}

/** As many as a page may have. */
export const few = 1_000

/** What a filter asks for of which a way finds all. */
export function partOn(way: Way, { registration, states, lane, since, until, ...filter }: Sought): Sought {
  if (way === 'reviews') return { registration, needsReview: true }
  if (way === 'aside') return { registration, states }
  if (way === 'open') return { registration, states: ['waiting', 'running'], lane }
  return way === 'time' ? { registration, since, until } : { registration, [way]: filter[way] }
}

const waysInOrder = ['session', 'reviews', 'aside', 'conflicts', 'reference', 'phone', 'open', 'kinds', 'time'] as const
