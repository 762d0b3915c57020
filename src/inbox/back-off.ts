/** How long to wait between attempts. ms */
export interface BackOff {
  /** The longest wait after the first failure; it doubles with each. */
  readonly retryFrom: number
  /** What it never exceeds. */
  readonly retryUpTo: number
}

/**
 * The wait before the next attempt: anything up to a span that doubles, so that what failed together does not come
 * back together.
 *
 * @param failures so far, from 1
 * @param random from 0 up to but not including 1
 */
export function backOff(failures: number, { retryFrom, retryUpTo }: BackOff, random: () => number): number {
  const doubled = Math.min(failures - 1, mostDoublings)
  const span = Math.min(retryUpTo, retryFrom * 2 ** doubled)
  return Math.ceil(random() * span)
}

// From 1 ms to more than a timer holds.
const mostDoublings = 31
