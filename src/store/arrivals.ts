/**
 * How many entries a line of arrivals is for: it has the oldest and the newest time of arrival among them. Entries are numbered
 * as they were accepted, nearly in the order of these times, so that a look at a time finds its entries without an index.
 */
export const arrivalsAtOnce = 4_096

/** What the lines of arrivals say of a span of time. A line is for the entries above the line before, up to `upto`. */
export interface FittingArrivals {
  /** `upto` of the first and of the last line that may have such entries; undefined where none has. */
  readonly first: number | undefined
  readonly last: number | undefined
  /** `upto` of the line before `first`. */
  readonly before: number | undefined
  /** `upto` of the last line of all: entries above it stand in none. */
  readonly end: number | undefined
  /** Whether there are such entries above it. */
  readonly isAbove: boolean
}

/** Numbers of entries, from above `after` up to `upto`: no other arrived in the span. */
export interface EntryNumbers {
  readonly after: number
  readonly upto: number
}

/** Where entries of a span of time may stand. */
export function numbersOf({ first, last, before, end = 0, isAbove }: FittingArrivals): EntryNumbers {
  return {
    after: first === undefined ? end : (before ?? 0),
    upto: isAbove ? Number.MAX_SAFE_INTEGER - 1 : (last ?? end),
  }
}
