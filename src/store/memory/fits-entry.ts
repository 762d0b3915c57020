import type { EntryFilter } from '../inbox-store.ts'
import type { EntryRecord } from './entry-record.ts'

/** Tells which entries fit all that a filter names. */
export function fitsEntry(filter: EntryFilter): (record: EntryRecord) => boolean {
  const { states, kinds, lane, reference, conflicts, since, until } = filter
  return (record) =>
    (states === undefined || states.includes(record.state)) &&
    (kinds === undefined || kinds.includes(record.kind)) &&
    (lane === undefined || record.laneName === lane) &&
    (reference === undefined || record.reference === reference) &&
    (conflicts !== true || record.conflictsWith !== null) &&
    (since === undefined || record.receivedAt >= since) &&
    (until === undefined || record.receivedAt < until)
}
