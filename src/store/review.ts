import type { EntryReview } from './entry.ts'

/** Whether a person should look at it now. */
export function isOpenReview(review: EntryReview | undefined): boolean {
  return review?.settledAt === null
}

/** Of an entry that conflicts with another and was found to agree with it: nobody needs to look. @param now epoch ms */
export function agreedReview(now: number): EntryReview {
  return { reasons: [], openedAt: now, settledAt: now, settledBy: null, note: null }
}

/** Whether it was found to agree with what it conflicts with. */
export function isAgreed(review: Pick<EntryReview, 'reasons'> | undefined): boolean {
  return review?.reasons.length === 0
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
