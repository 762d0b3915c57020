import type { InboxEntry } from '../../admin/inbox-entry.ts'
import { showMinute, showSpan } from '../look/read-time.ts'
import { showable } from '../terminal.ts'

/** The headings of a table of entries. Times are GMT. */
export const inboxHeadings = ['id', 'state', 'received', 'tries', 'reference', 'note'] as const

/** What a line tells of. */
type ShownEntry = Pick<InboxEntry, 'id' | 'state' | 'receivedAt' | 'reference' | NotedField>
type NotedField = 'attempts' | 'reason' | 'conflictsWith' | 'dueAt' | 'replay' | 'review'

/** One line of it. */
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
function noteOf({ state, reason, conflictsWith, attempts, dueAt, replay, review }: ShownEntry, now: number): string {
  const wait = dueAt === null ? 0 : dueAt.getTime() - now
  const notes = [
    conflictsWith === null ? '' : 'contradicts another',
    replay ? (state === 'waiting' || state === 'running' ? 'to be replayed' : 'replayed') : '',
    state === 'waiting' && wait > 0 ? `next in ${showWait(wait)}` : '',
    state === 'done' ? '' : (reason ?? attempts.at(-1)?.error ?? ''),
    attempts.at(-1)?.note ?? '',
    review === null || review.settledAt !== null ? '' : `needs review: ${review.reasons.join(', ')}`,
  ]
  return notes.filter((note) => note !== '').join('; ')
}
