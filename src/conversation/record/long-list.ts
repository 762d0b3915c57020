import { digest } from '../../pushes/reading/identifiers.ts'
import type { Recorded } from '../../store/effects/recorded.ts'
import { maxStateLength } from '../../turns/state.ts'
import { jsonLengthAtMost } from './json-length.ts'

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
