import type { EntryState } from '../entry.ts'

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
