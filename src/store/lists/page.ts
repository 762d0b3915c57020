import { FMW_STORE_ARGUMENT } from '../errors.ts'

/** What a page of a list is asked for with. */
export interface PageQuery {
  readonly limit: number
  /** The number of the last one that was shown, so what comes in later moves nothing. */
  readonly cursor?: string | undefined
}

/**
 * Refuses what is no page.
 *
 * @param isCursor tells the numbers of the store
 * @throws FMW_STORE_ARGUMENT
 */
export function checkPage({ limit, cursor }: PageQuery, isCursor = /^\d{1,15}$/): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw new FMW_STORE_ARGUMENT('a limit', 'is not a whole number from 1 to 1,000')
  }
  if (cursor !== undefined && !isCursor.test(cursor)) {
    throw new FMW_STORE_ARGUMENT('a cursor', 'is not one of its own')
  }
}

/** A page of a list, newest first. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | undefined
}

/** Cuts a page from what was found, which is one more than fits where more follow. */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = last === undefined || rows.length <= limit ? undefined : cursorOf(last)
  return { items: shown.map(toItem), next }
}

/** What pages are cut from: everything has its place by the order in which it came. */
interface Ordered {
  readonly order: number
}

/**
 * Cuts a page, newest first.
 *
 * @throws FMW_STORE_ARGUMENT for a limit or a cursor that is none
 */
export function pageOf<T extends Ordered>(items: Iterable<T>, limit: number, cursor: string | undefined): Page<T> {
  checkPage({ limit, cursor })
  const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor)
  const older = [...items].filter(({ order }) => order < before).sort((one, other) => other.order - one.order)
  return cutPage(
    older,
    limit,
    (item) => item,
    ({ order }) => String(order),
  )
}
