import { digest } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import type { Recorded } from '../../store/effects/recorded.ts'
import { maxStateLength } from '../../turns/state.ts'

/** What a record keeps of a list that would take too much of its room. */
export interface LongList {
  /** A digest of all its options. */
  readonly d: string
  /** The options of the page that is shown, each by its number there. */
  readonly o: readonly ShownOption[]
}

/** An option that a screen shows, by its number there. */
export type ShownOption = readonly [number: string, option: Recorded]

/** A list as a record keeps it, beside what its page shows; undefined where it is kept whole. */
export function longListOf(options: readonly Recorded[]): LongList | undefined {
  return isLong(options) ? { d: digest(options), o: [] } : undefined
}

/** What is shown of a long list, where there is room for that: without it a list that changes is asked again. */
export function shownOf({ d }: LongList, o: readonly ShownOption[]): LongList {
  return { d, o: isLong(o) ? [] : o }
}

/** Few lists have to be written to know that. */
function isLong(options: readonly unknown[]): boolean {
  return jsonLengthAtMost(options) > mostKept && JSON.stringify(options).length > mostKept
}

// Characters. A record has other steps too.
const mostKept = maxStateLength / 4

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
