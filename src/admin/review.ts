import type { EntryReview } from '../store/entry.ts'
import type { EntryFilter, InboxLook, ReviewSettling } from '../store/inbox-store.ts'
import { checkNames } from './check-query.ts'
import type { SeenEntry } from './seen/seen-entry.ts'
import { readName, readNote } from './trail.ts'

/**
 * Why a person should look at an entry, and who did.
 *
 * @example
 * const inWords = ({ reasons, settledBy }: InboxReview) => `${reasons.join(', ')}; ${settledBy ?? 'nobody yet'}`
 */
export interface InboxReview extends Omit<EntryReview, 'openedAt' | 'settledAt'> {
  readonly openedAt: Date
  /** Null while it is open. */
  readonly settledAt: Date | null
}

/**
 * Who settles a review, and what they did.
 *
 * @example
 * const settling: SettleReviewOptions = { by: 'Ama', note: 'gave 2.00 back' }
 * await app.merchant.inbox.settleReview(id, settling)
 */
export interface SettleReviewOptions {
  /** The name of a person, or of a part of your application. 1 to 200 characters. A phone number in it is shortened before it is kept. */
  readonly by: string
  /** At most 2,000 characters. It is kept as it is, so name no secret in it. */
  readonly note?: string | undefined
  /** The entry as the person saw it who decides: a review with other reasons, or attempts, isn't settled. Default: whatever it is. */
  readonly seen?: Partial<Pick<SeenEntry, 'attempts' | 'review'>> | undefined
}

/**
 * Who settles many reviews, what they did, and how many at most.
 *
 * @example
 * const options: SettleReviewsOptions = { by: 'Ama', note: 'all given back', limit: 100 }
 * await app.merchant.inbox.settleReviews({ reference: 'order-1' }, options)
 */
export interface SettleReviewsOptions extends Omit<SettleReviewOptions, 'seen'> {
  /** At most this many entries. Default: all that need review. */
  readonly limit?: number | undefined
  /** Called before the first step, and after each. */
  readonly onProgress?: ((progress: SettleReviewsProgress) => void) | undefined
}

/**
 * How far `inbox.settleReviews` has come.
 *
 * @example
 * const inWords = ({ settled, total }: SettleReviewsProgress) => `${settled} of ${total}`
 */
export interface SettleReviewsProgress {
  /** Reviews settled so far. */
  readonly settled: number
  /** Entries that needed review at the start, and `limit` at most. */
  readonly total: number
}

/** Settles open reviews, the newest first, so many and no more. @returns how many were open still */
export async function settleOpen(
  look: InboxLook,
  filter: EntryFilter,
  settling: ReviewSettling,
  total: number,
  onStep: (settled: number) => void,
): Promise<number> {
  let [seen, settled] = [0, 0]
  let cursor: string | undefined
  do {
    const limit = Math.min(stepSize, total - seen)
    const { entries, next } = await look.list({ ...filter, needsReview: true, limit, cursor })
    const ends = await Promise.all(entries.map(({ id }) => look.settleReview(filter.registration, id, settling)))
    seen += entries.length
    settled += ends.filter((wasOpen) => wasOpen).length
    cursor = next
    onStep(settled)
  } while (cursor !== undefined && seen < total)
  return settled
}

/** @throws FMW_LOOK naming what is wrong */
export function readSettling(given: Omit<SettleReviewOptions, 'seen'>): ReviewSettling {
  const { by, note = null } = checkNames('settleReview', given, ['by', 'note'])
  return { by: readName(by), note: note === null || note === '' ? null : readNote('note', note) }
}

/** The review of an entry with its dates. */
export function toInboxReview(review: EntryReview | undefined): InboxReview | null {
  if (review === undefined) return null
  const { openedAt, settledAt } = review
  return { ...review, openedAt: new Date(openedAt), settledAt: settledAt === null ? null : new Date(settledAt) }
}

// Small enough to tell of progress and to let others use the store in between.
const stepSize = 50
