import type { Command } from 'commander'
import { asShown, entryStates, type InboxFilter, type InboxSession } from '../../admin/inbox-query.ts'
import { notificationKinds, turnKinds } from '../../pushes/kinds.ts'
import { entryKinds, followUpKinds } from '../../store/entry.ts'
import { addUp, readList, readPhoneOption, saidFilters, withTimeOptions } from '../look/look-args.ts'
import { readSpan, type SpanValues } from '../look/read-time.ts'
import { UsageError } from '../terminal.ts'

/** The options that say which entries are meant. */
export function withFilterOptions(command: Command): Command {
  command
    .option('--state <states>', `${entryStates.join(', ')}; several with commas`, addUp)
    .option(
      '--kind <kinds>',
      `several with commas. Notifications: ${notificationKinds.join(', ')}. Background tasks: ${followUpKinds.join(', ')}`,
      addUp,
    )
    .option('--reference <text>', 'the reference of a payment, the id of a message, the keyword of an inbound one')
    .option('--session <kind:id>', 'the payments of one session, as ussd:b1946ac92492d2347c6f2354d1e0a7ab')
    .option('--phone <number>', 'a whole number, as +233000000000; with --country also as it is dialled there')
    .option('--country <code>', 'where the number is dialled, as in --country GH')
    .option('--lane <name>', 'entries of one lane, which run one after another')
    .option('--conflicts', 'only entries that contradict another')
    .option('--needs-review', 'only entries that need review')
  return withTimeOptions(command, 'those that came')
}

/** The same, and the option for what is left out without it. */
export function withShownOptions(command: Command): Command {
  return withFilterOptions(command).option('--follow-ups', 'also background tasks that are done')
}

/** Their values, as they were given. */
export interface FilterValues extends SpanValues {
  readonly state?: string | undefined
  readonly kind?: string | undefined
  readonly lane?: string | undefined
  readonly reference?: string | undefined
  readonly session?: string | undefined
  readonly phone?: string | undefined
  readonly country?: string | undefined
  readonly conflicts?: boolean | undefined
  readonly needsReview?: boolean | undefined
  readonly followUps?: boolean | undefined
}

/** @throws UsageError naming the option that makes no sense */
export function readFilterValues(values: FilterValues, now: number): InboxFilter {
  return {
    states: readList('--state', values.state, entryStates),
    kinds: readList('--kind', values.kind, entryKinds),
    lane: values.lane,
    reference: values.reference,
    session: readSessionOption(values.session),
    phone: readPhoneOption(values.phone),
    conflicts: values.conflicts,
    needsReview: values.needsReview,
    ...readSpan(values, now),
  }
}

/** What is listed and counted. @throws UsageError naming the option that makes no sense */
export function readShownValues(values: FilterValues, now: number): InboxFilter {
  const filter = readFilterValues(values, now)
  return values.followUps === true ? filter : asShown(filter)
}

function readSessionOption(given: string | undefined): InboxSession | undefined {
  if (given === undefined) return undefined
  const kind = turnKinds.find((one) => given.startsWith(`${one}:`) && given.length > one.length + 1)
  if (kind === undefined) throw new UsageError(`--session takes a kind and an id, as ${turnKinds.join(':… or ')}:….`)
  return { kind, sessionId: given.slice(kind.length + 1) }
}

/**
 * The filters as they were said: `--state dead --since 2h`. A phone is not repeated, nor a session, whose id may be one: what is
 * printed may be kept.
 */
export function filtersOf(values: FilterValues): string {
  const masked = (value: string | undefined) => (value === undefined ? undefined : '…')
  const hidden = { session: masked(values.session), phone: masked(values.phone) }
  return saidFilters({ ...values, ...hidden, 'needs-review': values.needsReview }, filterNames)
}

const filterNames = [
  'state',
  'kind',
  'lane',
  'reference',
  'session',
  'phone',
  'conflicts',
  'needs-review',
  'since',
  'until',
]
