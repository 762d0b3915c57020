import type { ReviewReason } from '../pushes/money/confirmation.ts'

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
