import type { EntryFilter } from '../../inbox-store.ts'

/**
 * A text as SQLite keeps it. SQLite keeps UTF-8, in which a lone surrogate has no form and would silently become
 * another character; such texts are kept as JSON behind a NUL, and so are those that begin with one.
 */
export function keepText(text: string): string {
  return text.isWellFormed() && !text.startsWith(mark) ? text : mark + JSON.stringify(text)
}

/** What `keepText` was given. */
export function readText(kept: string): string {
  if (!kept.startsWith(mark)) return kept
  const value: unknown = JSON.parse(kept.slice(mark.length))
  return String(value)
}

/** Stands for the text that `keepText` never makes: for what has none. */
export function markedText(number: number): string {
  return mark + number
}

/** Whether it was made by `markedText`. */
export function isMarked(kept: string): boolean {
  return kept.startsWith(mark) && kept[mark.length] !== '"'
}

const mark = '\u0000'

/** A filter with its texts as they are kept. */
export function keptFilter<Filter extends EntryFilter>(filter: Filter): Filter {
  const { registration, lane, reference } = filter
  return {
    ...filter,
    registration: keepText(registration),
    lane: lane === undefined ? undefined : keepText(lane),
    reference: reference === undefined ? undefined : keepText(reference),
  }
}
