import { checkPage, cutPage, type Page } from '../lists/page.ts'

/** What pages are cut from: everything has its place by the order in which it came. */
export interface Ordered {
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
