import { type EntryKind, type EntryState, entryKinds } from '../store/entry.ts'
import type { EntryFilter, EntryQuery } from '../store/inbox-store.ts'
import { checkNames, readLimit, readMoment, readWords } from './check-query.ts'

/**
 * Which entries of the inbox you want. An entry must match every field that you give.
 *
 * @example
 * const stuck: InboxFilter = { states: ['dead', 'waiting'], kinds: 'checkout', since: new Date('2026-11-20T10:00Z') }
 * const { dead, waiting } = await app.merchant.inbox.count(stuck)
 */
export interface InboxFilter {
  readonly states?: EntryState | readonly EntryState[] | undefined
  readonly kinds?: EntryKind | readonly EntryKind[] | undefined
  /** The whole name of the lane. */
  readonly lane?: string | undefined
  /** The whole reference of a payment, id of a message, or keyword of an inbound message. */
  readonly reference?: string | undefined
  /** true: only entries that contradict another one of the same identity. */
  readonly conflicts?: boolean | undefined
  /** true: only entries that a person should look at, and nobody has. */
  readonly needsReview?: boolean | undefined
  /** Received at this time or later: a Date, or epoch ms. */
  readonly since?: Date | number | undefined
  /** Received before this time: a Date, or epoch ms. */
  readonly until?: Date | number | undefined
}

/**
 * Which entries you want, and which page of them.
 *
 * @example
 * const query: InboxQuery = { states: 'dead', limit: 20 }
 * const { entries, next } = await app.merchant.inbox.list(query)
 * const older = next === undefined ? undefined : await app.merchant.inbox.list({ ...query, cursor: next })
 */
export interface InboxQuery extends InboxFilter {
  /** Entries on a page, 1 to 1,000. Default 50. */
  readonly limit?: number | undefined
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

/** Every state, in the order of a life. */
export const entryStates = ['waiting', 'running', 'done', 'dead', 'rejected'] as const satisfies readonly EntryState[]

/** @throws FMW_LOOK naming what is wrong */
export function readFilter(filter: InboxFilter, registration: string): EntryFilter {
  return toFilter(checkNames('the inbox', filter, filterNames), registration)
}

/** @throws FMW_LOOK naming what is wrong */
export function readQuery(given: InboxQuery, registration: string): EntryQuery {
  const query = checkNames('the inbox', given, [...filterNames, 'limit', 'cursor'])
  return { ...toFilter(query, registration), limit: readLimit(query.limit), cursor: query.cursor }
}

function toFilter(filter: InboxFilter, registration: string): EntryFilter {
  return {
    registration,
    states: readWords('states', filter.states, entryStates),
    kinds: readWords('kinds', filter.kinds, entryKinds),
    lane: filter.lane,
    reference: filter.reference,
    conflicts: filter.conflicts,
    needsReview: filter.needsReview,
    since: readMoment('since', filter.since),
    until: readMoment('until', filter.until),
  }
}

const filterNames = ['states', 'kinds', 'lane', 'reference', 'conflicts', 'needsReview', 'since', 'until']
