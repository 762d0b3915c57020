import { FMW_STORE_ARGUMENT } from '../errors.ts'

/**
 * Refuses what is no page.
 *
 * @throws FMW_STORE_ARGUMENT
 */
export function checkPage(limit: number, cursor: string | undefined): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw new FMW_STORE_ARGUMENT('a limit', 'is not a whole number from 1 to 1,000')
  }
  // The cursor is the number of the last one that was shown.
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new FMW_STORE_ARGUMENT('a cursor', 'is not one of its own')
  }
}
