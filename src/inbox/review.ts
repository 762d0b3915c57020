import type { ReviewReason } from '../pushes/money/confirmation.ts'
import type { StoredEntry } from '../store/entry.ts'
import type { Reviewed } from '../store/inbox-store.ts'

/** Why a person should look at an entry: for a reason that handlers get in `needsReview`, or one that only the inbox knows. */
export type EntryReviewReason =
  | ReviewReason
  /** A payment whose push doesn't say how it ended, or contradicts itself. */
  | 'undetermined'
  /** A payment for which every attempt of its handler failed. */
  | 'unhandled'
  /** A payment that a session asked for, without a notice in time. */
  | 'unheard'
  /** A fulfilment that the service didn't take the report of. */
  | 'unreported'

/** What the end of an entry says of its review: only one that was asked for again can have one already. */
export function reviewedAs({ replay }: Pick<StoredEntry, 'replay'>, reasons: readonly EntryReviewReason[]): Reviewed {
  return reasons.length > 0 || replay ? { review: reasons } : unreviewed
}

const unreviewed: Reviewed = Object.freeze({})
