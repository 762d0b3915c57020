import type { Command } from 'commander'
import { entryStates, type InboxFilter } from '../../admin/inbox-query.ts'
import { notificationKinds } from '../../pushes/kinds.ts'
import { entryKinds, followUpKinds } from '../../store/entry.ts'
import { readList, readPhoneOption, saidFilters, withTimeOptions } from '../look/look-args.ts'
import { readTime } from '../look/read-time.ts'

/** The options that say which entries are meant. */
export function withFilterOptions(command: Command): Command {
  command
    .option('--state <states>', `${entryStates.join(', ')}; several with commas`)
    .option(
      '--kind <kinds>',
      `several with commas. Notifications: ${notificationKinds.join(', ')}. Background tasks: ${followUpKinds.join(', ')}`,
    )
    .option('--reference <text>', 'the reference of a payment, the id of a message, the keyword of an inbound one')
    .option('--phone <number>', 'a whole number, as +233000000000; with --country also as it is dialled there')
    .option('--country <code>', 'where the number is dialled, as in --country GH')
    .option('--lane <name>', 'entries of one lane, which run one after another')
    .option('--conflicts', 'only entries that contradict another')
    .option('--needs-review', 'only entries that need review')
  return withTimeOptions(command, 'those that came')
}

/** Their values, as they were given. */
export interface FilterValues {
  readonly state?: string | undefined
  readonly kind?: string | undefined
  readonly lane?: string | undefined
  readonly reference?: string | undefined
  readonly phone?: string | undefined
  readonly country?: string | undefined
  readonly conflicts?: boolean | undefined
  readonly needsReview?: boolean | undefined
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
    phone: readPhoneOption(values.phone),
    conflicts: values.conflicts,
    needsReview: values.needsReview,
    since: readTime('--since', values.since, now),
    until: readTime('--until', values.until, now),
  }
}

/** The filters as they were said: `--state dead --since 2h`. A phone is not repeated: what is printed may be kept. */
export function filtersOf(values: FilterValues): string {
  const phone = values.phone === undefined ? undefined : '…'
  return saidFilters({ ...values, phone, 'needs-review': values.needsReview }, filterNames)
}

const filterNames = ['state', 'kind', 'lane', 'reference', 'phone', 'conflicts', 'needs-review', 'since', 'until']
