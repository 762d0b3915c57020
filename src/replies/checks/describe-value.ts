/**
 * A value in words for an error text: its type and size. Numbers and booleans are shown; strings never
 * are, since a screen, a label or an address may hold what no log should.
 *
 * @example
 * ```ts
 * describeValue('4821') // 'a string of 4 characters'
 * ```
 */
export function describeValue(value: unknown): string {
  if (typeof value === 'string')
    return value === '' ? 'an empty string' : `a string of ${value.length} character${value.length === 1 ? '' : 's'}`
  // The log masks long runs of digits.
  if (typeof value === 'number' && `${value}`.length > longestNumber && Math.abs(value) < 1e5)
    return `about ${value.toFixed(3)}`
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (value === null || value === undefined) return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const longestNumber = 8
