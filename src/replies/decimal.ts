/**
 * A number on a grid of decimals: a float tail is cut off (`0.1 + 0.2` is 0.3 on a grid of 100), and what
 * lies off the grid is undefined, never rounded: 10.005 is a mistake of the caller, and guessing at money is
 * worse than refusing it.
 *
 * @param value above 0
 * @param parts how many parts make one: 100 for 2 decimals, 1000 for 3
 * @returns the nearest grid value, or undefined when the number is none, not above 0, off the grid, or too
 * large for its parts to be a safe integer
 * @example
 * ```ts
 * onGrid(0.1 + 0.2, 100) // 0.3
 * onGrid(10.005, 100) // undefined
 * ```
 */
export function onGrid(value: unknown, parts: number): number | undefined {
  if (typeof value !== 'number') return undefined
  const count = Math.round(value * parts)
  if (!Number.isSafeInteger(count) || count <= 0) return undefined
  const exact = count / parts
  return Math.abs(value - exact) <= floatTail ? exact : undefined
}

/** How far from the grid a value may lie and still be taken for a float tail. */
const floatTail = 1e-6
