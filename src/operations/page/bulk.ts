import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { Inbox } from '../../admin/inbox.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { FMW_OPERATOR_CONFIRMATION } from '../errors.ts'
import { fields, filterFields, note, text } from './body.ts'

/** What may be done with all entries that fit a filter: it narrows what is meant. */
const bulks = { redrive: { states: 'dead' }, settle: { needsReview: true } } as const

type Bulk = keyof typeof bulks

const limit = Type.Integer({ minimum: 1, maximum: 10_000 })

/** Which entries are meant, and how many of them at most. */
export const dryRunBody = fields({ ...filterFields, reference: Type.Optional(text), limit: Type.Optional(limit) })
type DryRunBody = Static<typeof dryRunBody>

const confirmed = { ...filterFields, reference: Type.Optional(text), limit, confirmation: text }

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
  /** What the order must be sent with. It holds for this filter, this limit and this count. */
  readonly confirmation: string
}

/** Counts with how many it would be done, and does nothing. */
export async function dryRun(inbox: Inbox, bulk: Bulk, given: DryRunBody, now: number): Promise<DryRun> {
  const { registration = '', limit: most = usualLimit, until = now, ...filter } = given
  const wanted = { ...filter, until: Math.min(until, now), ...bulks[bulk] }
  const counts = await inbox.count(wanted, { most: most + 1 })
  const fitting = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const confirmation = digest([bulk, registration, wanted, most, fitting])
  return { fitting, count: Math.min(fitting, most), limit: most, until: wanted.until, confirmation }
}

/**
 * Replays what was confirmed, the oldest first, unless something else would be replayed by now.
 *
 * @throws FMW_OPERATOR_CONFIRMATION
 */
export async function redrive(inbox: Inbox, given: ConfirmedBody, now: number, by: string) {
  const filter = await confirm(inbox, 'redrive', given, now)
  return inbox.redrive({ ...filter, ...bulks.redrive }, { limit: given.limit, by })
}

/**
 * Settles the reviews that were confirmed, with one note for all.
 *
 * @throws FMW_OPERATOR_CONFIRMATION
 */
export async function settleAll(inbox: Inbox, given: Static<typeof settleAllBody>, now: number, by: string) {
  const { note: said, ...asked } = given
  const filter = await confirm(inbox, 'settle', asked, now)
  return inbox.settleReviews(filter, { limit: given.limit, by, note: said })
}

/** The filter, where the same would be done as was shown. */
async function confirm(inbox: Inbox, bulk: Bulk, given: ConfirmedBody, now: number) {
  const { confirmation, ...asked } = given
  const { count, until, confirmation: expected } = await dryRun(inbox, bulk, asked, now)
  if (confirmation !== expected) {
    throw new FMW_OPERATOR_CONFIRMATION(`the confirmation belongs to another filter, or ${count} entries fit it now`)
  }
  const { registration: _registration, limit: _limit, ...filter } = asked
  return { ...filter, until }
}

const usualLimit = 1_000
