import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import { filtersOf } from '../../admin/sessions/paying-sessions.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { FMW_OPERATOR_CONFIRMATION } from '../errors.ts'
import { fields, filterFields, note, searchFields, text } from './body.ts'

/** What may be done with all entries that fit a filter: it narrows what is meant. */
const bulks = { redrive: { states: 'dead' }, settle: { needsReview: true } } as const

type Bulk = keyof typeof bulks

// More are never done at once.
const mostBound = 10_000

const limit = Type.Integer({ minimum: 1, maximum: mostBound })

/** Which entries are meant, and how many of them at most. */
export const dryRunBody = fields({ ...filterFields, ...searchFields, limit: Type.Optional(limit) })
type DryRunBody = Static<typeof dryRunBody>

const confirmed = { ...filterFields, ...searchFields, limit, confirmation: text }

/** The same as the dry run gave it back. */
export const redriveBody = fields(confirmed)
export const settleAllBody = fields({ ...confirmed, note })
type ConfirmedBody = Static<typeof redriveBody>

/** What would be done. */
export interface DryRun {
  /** Entries that fit, the limit and one at most. */
  readonly fitting: number
  /** With how many of them it would be done. */
  readonly count: number
  readonly limit: number
  /** Only what came before, epoch ms: with what comes later nothing is done. */
  readonly until: number
  /** What the order must be sent with. It holds for this filter, this limit and the entries with which it would be done. */
  readonly confirmation: string
}

/** Counts with how many it would be done, and does nothing. */
export async function dryRun(inbox: Inbox, bulk: Bulk, given: DryRunBody, now: number): Promise<DryRun> {
  return (await plan(inbox, bulk, given, now)).shown
}

/**
 * Replays what was confirmed, the oldest first, unless others would be replayed by now.
 *
 * @throws FMW_OPERATOR_CONFIRMATION
 */
export async function redrive(inbox: Inbox, given: ConfirmedBody, now: number, by: string) {
  const redriven = await carryOut(inbox, 'redrive', given, now, async (filter, most) => {
    const done = await inbox.redrive(filter, { limit: most, by })
    return done.redriven
  })
  return { redriven }
}

/**
 * Settles the reviews that were confirmed, with one note for all.
 *
 * @throws FMW_OPERATOR_CONFIRMATION
 */
export async function settleAll(inbox: Inbox, given: Static<typeof settleAllBody>, now: number, by: string) {
  const { note: said, ...asked } = given
  const settled = await carryOut(inbox, 'settle', asked, now, async (filter, most) => {
    const done = await inbox.settleReviews(filter, { limit: most, by, note: said })
    return done.settled
  })
  return { settled }
}

/** Does it, filter by filter, with those that were confirmed. @returns with how many */
async function carryOut(
  inbox: Inbox,
  bulk: Bulk,
  given: ConfirmedBody,
  now: number,
  work: (filter: InboxFilter, most: number) => Promise<number>,
): Promise<number> {
  const { confirmation, ...asked } = given
  const { shown, filters } = await plan(inbox, bulk, asked, now)
  if (confirmation !== shown.confirmation) {
    throw new FMW_OPERATOR_CONFIRMATION(
      `the confirmation belongs to another filter or to other entries; ${shown.count} fit now`,
    )
  }
  let left = shown.count
  for (const filter of filters) if (left > 0) left -= await work(filter, left)
  return shown.count - left
}

async function plan(inbox: Inbox, bulk: Bulk, given: DryRunBody, now: number) {
  const { registration = '', limit: most = usualLimit, until = now, ...search } = given
  const wanted = { ...search, until: Math.min(until, now), ...bulks[bulk] }
  const filters = await filtersOf(inbox, wanted)
  const ids = await idsOf(inbox, filters, bulk)
  const fitting = Math.min(ids.length, most + 1)
  // With more than are read it isn't known which come first.
  const meant = ids.length > mostBound ? ids : ids.slice(0, most)
  const confirmation = digest([bulk, registration, wanted, most, meant])
  const shown: DryRun = { fitting, count: Math.min(fitting, most), limit: most, until: wanted.until, confirmation }
  return { shown, filters }
}

/**
 * Which entries fit, in the order in which it's done, each once: what a session has with a phone in it fits by both. Of more
 * than can be done at once, the newest.
 */
async function idsOf(inbox: Inbox, filters: readonly InboxFilter[], bulk: Bulk): Promise<readonly string[]> {
  const all = new Set<string>()
  for (const filter of filters) {
    const ids: string[] = []
    for await (const { id } of inbox.all({ ...filter, limit: pageSize })) {
      if (!all.has(id)) ids.push(id)
      if (all.size + ids.length > mostBound) break
    }
    for (const id of bulk === 'redrive' ? ids.toReversed() : ids) all.add(id)
  }
  return [...all]
}

const pageSize = 1_000

const usualLimit = 1_000
