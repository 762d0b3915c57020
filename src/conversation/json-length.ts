import { isRecord } from '../pushes/is-record.ts'

/** No fewer characters than a JSON value takes as JSON: counting each as if it were escaped is cheaper than writing it. */
export function jsonLengthAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * escaped + quotes
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + jsonLengthAtMost(item) + marks, marks)
  if (!isRecord(value)) return longestPlain
  let sum = marks
  for (const name in value) sum += name.length * escaped + quotes + jsonLengthAtMost(value[name]) + marks
  return sum
}

// `\u0000`
const escaped = 6
const quotes = 2
// A comma, a colon, and the brackets.
const marks = 2
// Longer than any number, `true`, `false` and `null`.
const longestPlain = 26
