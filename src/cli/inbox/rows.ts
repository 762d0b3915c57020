import type { InboxEntry } from '../../admin/inbox-entry.ts'
import { showMinute, showSpan } from '../look/read-time.ts'
import { maskNumbers, showable } from '../terminal.ts'

/** The headings of a table of entries. Times are GMT. */
export const inboxHeadings = ['id', 'state', 'received', 'tries', 'reference', 'note'] as const

/** One line of it. */
export function inboxRow(entry: InboxEntry, now: number): readonly string[] {
  return [
    showable(entry.id),
    entry.state,
    showMinute(entry.receivedAt),
    String(entry.attempts.at(-1)?.number ?? 0),
    showable(entry.reference ?? ''),
    showable(noteOf(entry, now)),
  ]
}

/** What matters most of it at this moment. */
function noteOf({ state, reason, conflictsWith, attempts, dueAt, replay, review }: InboxEntry, now: number): string {
  const wait = dueAt === null ? 0 : dueAt.getTime() - now
  const notes = [
    conflictsWith === null ? '' : 'contradicts another',
    replay ? (state === 'waiting' || state === 'running' ? 'to be replayed' : 'replayed') : '',
    state === 'waiting' && wait > 0 ? `next in ${showSpan(wait)}` : '',
    state === 'done' ? '' : (reason ?? attempts.at(-1)?.error ?? ''),
    attempts.at(-1)?.note ?? '',
    review === null || review.settledAt !== null ? '' : `needs review: ${review.reasons.join(', ')}`,
  ]
  return notes.filter((note) => note !== '').join('; ')
}

/** An entry as JSON shows it: phone numbers that its texts hold are shortened. */
export function inboxJson(entry: InboxEntry): object {
  return {
    ...bareJson(entry),
    id: maskNumbers(entry.id),
    lane: maskNumbers(entry.lane),
    reference: entry.reference === null ? null : maskNumbers(entry.reference),
    conflictsWith: entry.conflictsWith === null ? null : maskNumbers(entry.conflictsWith),
    review: entry.review && {
      ...entry.review,
      settledBy: entry.review.settledBy && maskNumbers(entry.review.settledBy),
      note: entry.review.note && maskNumbers(entry.review.note),
    },
  }
}

/** The same with everything in it. What came stands beside it, not in it. */
export function bareJson(entry: InboxEntry): object {
  const { kind, id, state, lane, reference, conflictsWith, receivedAt, dueAt, finishedAt } = entry
  const { replay, attempts, failures, reason, review } = entry
  return {
    ...{ kind, id, state, lane, reference, conflictsWith, receivedAt, dueAt, finishedAt },
    ...{ replay, attempts, failures, reason, review },
  }
}
