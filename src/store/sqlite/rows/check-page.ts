import type { EntryState } from '../../entry.ts'
import { FMW_STORE_ARGUMENT } from '../../errors.ts'

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

/** Counts of all states, of those that were found. */
export function toCounts(counts: ReadonlyMap<string, number>): Readonly<Record<EntryState, number>> {
  const of = (state: EntryState): number => counts.get(state) ?? 0
  return {
    waiting: of('waiting'),
    running: of('running'),
    done: of('done'),
    dead: of('dead'),
    rejected: of('rejected'),
  }
}
