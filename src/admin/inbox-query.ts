import { inspect } from 'node:util'
import { sessionName } from '../inbox/entry.ts'
import { type TurnKind, turnKinds } from '../pushes/kinds.ts'
import { type EntryKind, type EntryState, entryKinds } from '../store/entry.ts'
import type { EntryFilter, EntryQuery } from '../store/inbox-store.ts'
import type { Numbering } from '../text/countries.ts'
import { checkNames, readLimit, readMoment, readPhone, readWords } from './check-query.ts'
import { FMW_LOOK } from './errors.ts'

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
  /**
   * The whole reference of a payment, id of a message, or keyword of an inbound message. A cart is found by your own, which its session
   * asked for, and by the service's.
   */
  readonly reference?: string | undefined
  /** The session whose payment it is about. Dashes and case of a UUID don't count in its id. */
  readonly session?: InboxSession | undefined
  /**
   * A whole phone number: as `+233000000000`, or, where `country` is set, as it is dialled there. It finds the entries that
   * name it and the payments that its sessions asked for. Entries that were kept before the store had its digests aren't found.
   */
  readonly phone?: string | undefined
  /** true: only entries that contradict another one of the same identity. */
  readonly conflicts?: boolean | undefined
  /** true: only entries that a person should look at, and nobody has. */
  readonly needsReview?: boolean | undefined
  /**
   * true: without follow-ups that are done, of which a payment has a few. What is left are the pushes, what the service said when it
   * was asked, and follow-ups that wait or failed. Default: with them.
   */
  readonly omitDoneFollowUps?: boolean | undefined
  /** Received at this time or later: a Date, or epoch ms. */
  readonly since?: Date | number | undefined
  /** Received before this time: a Date, or epoch ms. */
  readonly until?: Date | number | undefined
}

/**
 * A session, by its kind and its whole id.
 *
 * @example
 * const session: InboxSession = { kind: 'ussd', sessionId: 'b1946ac92492d2347c6f2354d1e0a7ab' }
 * const { entries } = await app.merchant.inbox.list({ session })
 */
export interface InboxSession {
  readonly kind: TurnKind
  readonly sessionId: string
}

/**
 * Where counting ends.
 *
 * @example
 * const { done } = await app.merchant.inbox.count({ states: 'done' }, { most: 1_000 } satisfies InboxCountOptions)
 * const shown = done === 1_000 ? '1,000 or more' : String(done)
 */
export interface InboxCountOptions {
  /** Entries of all states together. Set it where there may be millions: counting costs no more than these. Default: all. */
  readonly most?: number | undefined
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
  /** true: only entries that wait or run, and are the oldest of their lane. What stands behind one waits for it. */
  readonly heads?: boolean | undefined
  /** Entries on a page, 1 to 1,000. Default 50. Carts that your own `reference` finds come on top of the first page. */
  readonly limit?: number | undefined
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

/** Whose inbox is asked. */
export interface InboxPlace {
  readonly registration: string
  /** Where phones are dialled that are looked for. */
  readonly country?: Numbering | undefined
}

/** A filter as people mean it: without follow-ups that are done, unless it names something that these may be found by. */
export function asShown<Filter extends InboxFilter>(filter: Filter): Filter {
  const { kinds, lane, session, phone } = filter
  const named = [kinds, lane, session, phone]
  return named.every((name) => name === undefined) ? { ...filter, omitDoneFollowUps: true } : filter
}

/** Every state, in the order of a life. */
export const entryStates = ['waiting', 'running', 'done', 'dead', 'rejected'] as const satisfies readonly EntryState[]

/** @throws FMW_LOOK naming what is wrong */
export function readFilter(filter: InboxFilter, place: InboxPlace): EntryFilter {
  return toFilter(checkNames('the inbox', filter, filterNames), place)
}

/** @throws FMW_LOOK naming what is wrong */
export function readQuery(given: InboxQuery, place: InboxPlace): EntryQuery {
  const query = checkNames('the inbox', given, [...filterNames, 'heads', 'limit', 'cursor'])
  return { ...toFilter(query, place), heads: query.heads, limit: readLimit(query.limit), cursor: query.cursor }
}

/** @throws FMW_LOOK naming what is wrong */
export function readMost(options: InboxCountOptions): number | undefined {
  const { most } = checkNames('the count', options, ['most'])
  if (most === undefined || (Number.isSafeInteger(most) && most > 0)) return most
  throw new FMW_LOOK('most', `must be a whole number above 0; it was ${inspect(most)}`)
}

function toFilter(filter: InboxFilter, { registration, country }: InboxPlace): EntryFilter {
  return {
    registration,
    states: readWords('states', filter.states, entryStates),
    kinds: readWords('kinds', filter.kinds, entryKinds),
    lane: filter.lane,
    reference: filter.reference,
    session: readSession(filter.session),
    phone: filter.phone === undefined ? undefined : readPhone(filter.phone, country),
    conflicts: filter.conflicts,
    needsReview: filter.needsReview,
    omitDoneFollowUps: filter.omitDoneFollowUps,
    since: readMoment('since', filter.since),
    until: readMoment('until', filter.until),
  }
}

function readSession(given: InboxSession | undefined): string | undefined {
  if (given === undefined) return undefined
  const { kind, sessionId } = checkNames('the session', given, ['kind', 'sessionId'])
  const [known] = readWords('session.kind', kind, turnKinds) ?? []
  if (known !== undefined && typeof sessionId === 'string' && sessionId !== '') return sessionName(known, sessionId)
  throw new FMW_LOOK('session', "must be { kind: 'ussd' or 'programmable', sessionId }")
}

const filterNames = [
  'states',
  'kinds',
  'lane',
  'reference',
  'session',
  'phone',
  'conflicts',
  'needsReview',
  'omitDoneFollowUps',
  'since',
  'until',
]
