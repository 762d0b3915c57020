/** How long to wait between attempts. ms */
export interface BackOff {
  /** The longest wait after the first failure; it doubles with each. */
  readonly minDelay: number
  /** What it never exceeds. */
  readonly maxDelay: number
}

/**
 * The wait before the next attempt: anything up to a span that doubles, so that what failed together does not come
 * back together.
 *
 * @param failures so far, from 1
 * @param random from 0 up to but not including 1
 */
export function backOff(failures: number, { minDelay, maxDelay }: BackOff, random: () => number): number {
  const doubled = Math.min(failures - 1, mostDoublings)
  const span = Math.min(maxDelay, minDelay * 2 ** doubled)
  return Math.ceil(random() * span)
}

// From 1 ms to more than a timer holds.
const mostDoublings = 31
