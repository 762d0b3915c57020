import type { InboxEntry } from '../../admin/inbox-entry.ts'
import { entryStates } from '../../admin/inbox-query.ts'
import { inboxJson } from '../../admin/masked-entry.ts'
import { type ListValues, readPlace, showListing } from '../look/listing.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { readAt, showMinute, showSpan } from '../look/read-time.ts'
import { formatTable, usualColumns } from '../look/table.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { type FilterValues, filtersOf, readShownValues } from './filter.ts'

/** `fastify-merchant-webhooks inbox list`: a page of entries, or all of them, newest first. */
export async function listInbox(
  values: RegistrationPlace & FilterValues & ListValues,
  terminal: Terminal,
): Promise<void> {
  const filterAt = readAt((now) => readShownValues(values, now))
  const place = readPlace(values)
  const said = filtersOf(values)
  await withInbox(values, (inbox, { registration, now }) => {
    const filter = filterAt(now)
    return showListing(
      {
        name: 'entries',
        page: (at) => inbox.list({ ...filter, ...at }),
        headings: ['id', 'state', 'received', 'tries', 'reference', 'note'],
        fit: {
          elastic: ['id', 'reference'],
          names: ['id', 'reference'],
          below: (terminal.columns ?? usualColumns) < narrow ? ['received', 'tries', 'reference', 'note'] : ['note'],
        },
        row: (entry) => inboxRow(entry, now),
        json: inboxJson,
        said,
        empty: `The inbox of '${registration}' is empty.`,
        unfit: `Nothing in the inbox of '${registration}'`,
      },
      values,
      place,
      terminal,
    )
  })
}

/** What a line tells of. */
type ShownEntry = Pick<InboxEntry, 'id' | 'state' | 'receivedAt' | 'reference' | NotedField>
type NotedField = 'attempts' | 'reason' | 'conflictsWith' | 'dueAt' | 'review' | ReplayField
type ReplayField = 'state' | 'replay' | 'awaitsReplay'

/** One line of the table. Times are GMT. */
export function inboxRow(entry: ShownEntry, now: number): readonly string[] {
  return [
    showable(entry.id),
    entry.state,
    showMinute(entry.receivedAt),
    String(entry.attempts.at(-1)?.number ?? 0),
    showable(entry.reference ?? ''),
    showable(noteOf(entry, now)),
  ]
}

/** To the second: a time to wait for is no measurement. */
function showWait(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds === 1 ? '1 s' : showSpan(seconds * 1_000)
}

/** What matters most of it at this moment. */
function noteOf(entry: ShownEntry, now: number): string {
  const { state, reason, conflictsWith, attempts, dueAt, review } = entry
  const wait = dueAt === null ? 0 : dueAt.getTime() - now
  const notes = [
    conflictsWith === null ? '' : 'contradicts another',
    replayOf(entry),
    state === 'waiting' && wait > 0 ? `next in ${showWait(wait)}` : '',
    state === 'done' ? '' : (reason ?? attempts.at(-1)?.error ?? ''),
    attempts.at(-1)?.note ?? '',
    review === null || review.settledAt !== null ? '' : `needs review: ${review.reasons.join(', ')}`,
  ]
  return notes.filter((note) => note !== '').join('; ')
}

/** `fastify-merchant-webhooks inbox count`: how many entries are in each state, and how many need review. */
export async function countInbox(values: RegistrationPlace & FilterValues, terminal: Terminal): Promise<void> {
  const filterAt = readAt((now) => readShownValues(values, now))
  await withInbox(values, async (inbox, { now }) => {
    const filter = filterAt(now)
    const counts = await inbox.count(filter)
    const reviews = await inbox.count({ ...filter, needsReview: true })
    const needsReview = entryStates.reduce((sum, state) => sum + reviews[state], 0)
    const rows = [...entryStates.map((state) => [state, String(counts[state])]), ['needs review', String(needsReview)]]
    if (values.json === true) terminal.out(showJson({ ...counts, needsReview }, 2))
    else terminal.out(formatTable(['state', 'entries'], rows))
  })
}

/** Whether it still has to be worked again, or was. */
export function replayOf({ state, replay, awaitsReplay }: Pick<InboxEntry, ReplayField>): string {
  if (awaitsReplay) return 'to be replayed'
  if (!replay) return ''
  return state === 'waiting' || state === 'running' ? 'to be replayed' : 'replayed'
}

// Columns: below this a table of all facts would say nothing any more.
const narrow = 60
