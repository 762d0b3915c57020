/**
 * How many entries, or sessions, a line of arrivals is for: it has the oldest and the newest time of arrival among them. They are
 * numbered as they were accepted, nearly in the order of these times, so that a look at a time finds them without an index.
 */
export const arrivalsAtOnce = 4_096

/** From a time on, and before another. Epoch ms. */
export interface Span {
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** What the lines of arrivals say of a span of time. A line is for what is above the line before, up to `upto`. */
export interface FittingArrivals {
  /** `upto` of the first and of the last line that may have such; undefined where none has. */
  readonly first: number | undefined
  readonly last: number | undefined
  /** `upto` of the line before `first`. */
  readonly before: number | undefined
  /** `upto` of the last line of all: what is above it stands in none. */
  readonly end: number | undefined
  /** Whether there are such above it. */
  readonly isAbove: boolean
}

/** Numbers, from above `after` up to `upto`: nothing else arrived in the span. */
export interface RowNumbers {
  readonly after: number
  readonly upto: number
}

/** Where what arrived in a span of time may stand. */
export function numbersOf({ first, last, before, end = 0, isAbove }: FittingArrivals): RowNumbers {
  return {
    after: first === undefined ? end : (before ?? 0),
    upto: isAbove ? Number.MAX_SAFE_INTEGER - 1 : (last ?? end),
  }
}
