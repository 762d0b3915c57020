import { FMW_STORE_ARGUMENT } from '../errors.ts'

/** A page of a list, newest first. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | undefined
}

/** What pages are cut from: everything has its place by the order in which it came. */
export interface Ordered {
  readonly order: number
}

/**
 * Cuts a page. A cursor is the place of the last one that was shown, so what comes in later moves nothing.
 *
 * @throws FMW_STORE_ARGUMENT for a limit or a cursor that is none
 */
export function pageOf<T extends Ordered>(items: Iterable<T>, limit: number, cursor: string | undefined): Page<T> {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw new FMW_STORE_ARGUMENT('a limit', 'is not a whole number from 1 to 1,000')
  }
  const before = cursor === undefined ? Number.POSITIVE_INFINITY : readCursor(cursor)
  const older = [...items].filter(({ order }) => order < before).sort((one, other) => other.order - one.order)
  const page = older.slice(0, limit)
  const last = page.at(-1)
  return { items: page, next: last === undefined || older.length <= limit ? undefined : String(last.order) }
}

function readCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new FMW_STORE_ARGUMENT('a cursor', 'is not one of its own')
  return Number(cursor)
}
