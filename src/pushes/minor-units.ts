/** Minor units in one major unit of any currency of the service. */
export const hundredths = 100

/** Major currency units as hundredths, a whole number: what to compare and to add up. */
export function toMinor(amount: number): number {
  return Math.round(amount * hundredths)
}

/** Hundredths as major currency units. */
export function toMajor(minor: number): number {
  return minor / hundredths
}
