import type { EntryReview } from '../store/entry.ts'
import type { ReviewSettling } from '../store/inbox-store.ts'
import { checkNames } from './check-query.ts'
import { FMW_LOOK } from './errors.ts'
import { checkBy } from './trail.ts'

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
  /** The name of a person, or of a part of your application. 1 to 200 characters. */
  readonly by: string
  /** At most 2,000 characters. It is kept as it is, so name no secret in it. */
  readonly note?: string | undefined
}

/** @throws FMW_LOOK naming what is wrong */
export function readSettling(given: SettleReviewOptions): ReviewSettling {
  const { by, note = null } = checkNames('settleReview', given, ['by', 'note'])
  checkBy(by)
  if (note !== null && (typeof note !== 'string' || note.length > longestNote)) {
    throw new FMW_LOOK('note', `must be a text of at most ${longestNote} characters`)
  }
  return { by, note }
}

/** The review of an entry with its dates. */
export function toInboxReview(review: EntryReview | undefined): InboxReview | null {
  if (review === undefined) return null
  const { openedAt, settledAt } = review
  return { ...review, openedAt: new Date(openedAt), settledAt: settledAt === null ? null : new Date(settledAt) }
}

// Characters
const longestNote = 2_000
