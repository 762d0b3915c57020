import { isRecord } from '../../pushes/reading/json.ts'

/** No fewer characters than a JSON value takes as JSON: counting each as if it were escaped is cheaper than writing it. */
export function jsonLengthAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * escaped + quotes
  let sum = marks
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) sum += jsonLengthAtMost(value[at]) + marks
    return sum
  }
  if (!isRecord(value)) return longestPlain
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
