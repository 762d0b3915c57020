import { entryStates, type InboxFilter } from '../../admin/inbox-query.ts'
import { entryKinds } from '../../store/entry.ts'
import { type Options, readList, saidFilters } from '../look/look-args.ts'
import { readTime } from '../look/read-time.ts'

/** The options that say which entries are meant. */
export const filterOptions = {
  state: { type: 'string' },
  kind: { type: 'string' },
  lane: { type: 'string' },
  reference: { type: 'string' },
  conflicts: { type: 'boolean' },
  since: { type: 'string' },
  until: { type: 'string' },
} as const satisfies Options

/** Their values, as they were given. */
export interface FilterValues {
  readonly state?: string | undefined
  readonly kind?: string | undefined
  readonly lane?: string | undefined
  readonly reference?: string | undefined
  readonly conflicts?: boolean | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** @throws UsageError naming the option that makes no sense */
export function readFilterValues(values: FilterValues, now: number): InboxFilter {
  return {
    states: readList('--state', values.state, entryStates),
    kinds: readList('--kind', values.kind, entryKinds),
    lane: values.lane,
    reference: values.reference,
    conflicts: values.conflicts,
    since: readTime('--since', values.since, now),
    until: readTime('--until', values.until, now),
  }
}

/** The filters as they were said: `--state dead --since 2h`. */
export function filtersOf(values: FilterValues): string {
  return saidFilters({ ...values }, Object.keys(filterOptions))
}
