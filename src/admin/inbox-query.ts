import type { EntryState } from '../store/entry.ts'
import { type EntryKind, entryKinds } from '../store/entry-kinds.ts'
import type { EntryFilter, EntryQuery } from '../store/inbox-store.ts'
import { checkNames, readLimit, readMoment, readWords } from './check-query.ts'

/**
 * What is looked for in the inbox; entries fit all that is given.
 *
 * @example
 * const stuck: InboxFilter = { states: ['dead', 'waiting'], kinds: 'checkout', since: new Date('2026-11-20T10:00Z') }
 * const { dead, waiting } = await app.merchant.inbox.count(stuck)
 */
export interface InboxFilter {
  readonly states?: EntryState | readonly EntryState[] | undefined
  readonly kinds?: EntryKind | readonly EntryKind[] | undefined
  /** Exactly. */
  readonly lane?: string | undefined
  /** Exactly: the reference of a payment, the id of a message, the keyword of an inbound one. */
  readonly reference?: string | undefined
  /** true: only those that contradict another of the same identity. */
  readonly conflicts?: boolean | undefined
  /** Received then or later: a Date, or epoch ms. */
  readonly since?: Date | number | undefined
  /** Received before then. */
  readonly until?: Date | number | undefined
}

/**
 * What is looked for, and which page of it.
 *
 * @example
 * const query: InboxQuery = { states: 'dead', limit: 20 }
 * const { entries, next } = await app.merchant.inbox.list(query)
 * const older = next === undefined ? undefined : await app.merchant.inbox.list({ ...query, cursor: next })
 */
export interface InboxQuery extends InboxFilter {
  /** 1 to 1,000; 50 unless it is given. */
  readonly limit?: number | undefined
  /** `next` of the page before. */
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
    since: readMoment('since', filter.since),
    until: readMoment('until', filter.until),
  }
}

const filterNames = ['states', 'kinds', 'lane', 'reference', 'conflicts', 'since', 'until']
