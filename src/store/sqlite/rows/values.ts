import type { EntryFilter } from '../../inbox-store.ts'

/** A number that SQLite gave back. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  throw new TypeError(`a number was expected, not ${typeof value}`)
}

/** A text that SQLite gave back. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError(`a text was expected, not ${typeof value}`)
}

/** Bytes that SQLite gave back. */
export function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new TypeError(`bytes were expected, not ${typeof value}`)
}

/** What may be missing: `read` where it is there, else null. */
export function nullOr<Value>(value: unknown, read: (value: unknown) => Value): Value | null {
  return value === null || value === undefined ? null : read(value)
}

/**
 * A text as SQLite keeps it. SQLite keeps UTF-8, in which a lone surrogate has no form and would silently become
 * another character; such texts are kept as JSON behind a NUL, and so are those that begin with one.
 */
export function keepText(text: string): string {
  return text.isWellFormed() && !text.startsWith(mark) ? text : mark + JSON.stringify(text)
}

/** The same of one that may be missing. */
export function keptOrNot<Nothing extends null | undefined>(text: string | Nothing): string | Nothing {
  return typeof text === 'string' ? keepText(text) : text
}

/** What `keepText` was given. */
export function readText(kept: string): string {
  if (!kept.startsWith(mark)) return kept
  const value: unknown = JSON.parse(kept.slice(mark.length))
  return String(value)
}

/** The same of one that may be missing. */
export function shownOrNull(kept: string | null): string | null {
  return kept === null ? null : readText(kept)
}

/** The same of a value that SQLite gave back. */
export function shown(value: unknown): string {
  return readText(textOf(value))
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
  const { registration, lane, reference, session, phone } = filter
  return {
    ...filter,
    registration: keepText(registration),
    lane: keptOrNot(lane),
    reference: keptOrNot(reference),
    session: keptOrNot(session),
    phone: keptOrNot(phone),
  }
}
