/** An amount in major currency units, without the tail that sums and products of such numbers have. */
export function toHundredths(amount: number): number {
  return Math.round((amount + Number.EPSILON) * 100) / 100
}

/** Hundredths of amounts below it are exact. */
export const mostExact = 1e13
