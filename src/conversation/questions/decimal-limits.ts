/**
 * The largest number of `decimals` decimals that is not above a limit. A limit that was computed may have a float tail,
 * which is not held against it: 100.49999999999999 is 100.5.
 *
 * @example
 * ```ts
 * largestWithin(4.999, 2) // 4.99
 * largestWithin(1.005 * 100, 1) // 100.5
 * ```
 */
export function largestWithin(limit: number, decimals: number): number {
  if (Number.isInteger(limit)) return limit
  const step = 10 ** -decimals
  const nearest = rounded(limit, decimals)
  return nearest - limit < step * floatTail ? nearest : rounded(nearest - step, decimals)
}

/**
 * The smallest number of `decimals` decimals that is not below a limit.
 *
 * @example
 * ```ts
 * smallestWithin(4.991, 2) // 5
 * ```
 */
export function smallestWithin(limit: number, decimals: number): number {
  return -largestWithin(-limit, decimals)
}

/**
 * The largest number of 0, 1, 2 decimals, and so on, whose digits a JavaScript number always holds: any decimal number of
 * 15 digits is printed as it was read. Of more than 6 decimals it may be printed with an exponent.
 *
 * @example
 * ```ts
 * largestHeld[2] // 9999999999999.99
 * ```
 */
export const largestHeld: readonly number[] = [
  999_999_999_999_999, 99_999_999_999_999.9, 9_999_999_999_999.99, 999_999_999_999.999, 99_999_999_999.9999,
  9_999_999_999.99999, 999_999_999.999999,
]

/** How much of a step may be a float tail. */
const floatTail = 1e-3

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
