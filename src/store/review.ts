import type { EntryReview } from './entry.ts'

/** Whether a person should look at it now. */
export function isOpenReview(review: EntryReview | undefined): boolean {
  return review?.settledAt === null
}

/**
 * The review of an entry that has ended: `Reviewed` has the rules.
 *
 * @param now epoch ms
 */
export function reviewAfter(
  review: EntryReview | undefined,
  reasons: readonly string[],
  now: number,
): EntryReview | undefined {
  if (review?.settledAt === null) {
    return reasons.length > 0 ? { ...review, reasons } : { ...review, settledAt: now }
  }
  if (reasons.every((reason) => review?.reasons.includes(reason))) return review
  return { reasons, openedAt: now, settledAt: null, settledBy: null, note: null }
}
