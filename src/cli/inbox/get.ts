import type { InboxAttempt, InboxEntryDetails } from '../../admin/inbox-entry.ts'
import { bareView, type EntryView, maskedView } from '../../admin/masked-entry.ts'
import { notesOf, type ShownNote } from '../../admin/notes.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { printable } from '../../text/clean-text.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { unmaskingOf } from '../look/person.ts'
import { showTime } from '../look/read-time.ts'
import { formatTable, hanging } from '../look/table.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { findEntry } from './find-entry.ts'
import { replayOf } from './list.ts'

interface GetValues extends RegistrationPlace, PersonOptions {
  readonly country?: string
  readonly unmasked?: boolean
}

/** `fastify-merchant-webhooks inbox get`: one entry with its attempts and what came, masked unless that is asked for otherwise. */
export async function getEntry(word: string, values: GetValues, terminal: Terminal): Promise<void> {
  const unmasking = unmaskingOf('--unmasked', values.unmasked, values)
  await withInbox(values, async (inbox, { trail }) => {
    const id = await findEntry(inbox, word)
    const view =
      unmasking === undefined
        ? await maskedView(inbox, await inbox.get(id))
        : bareView(await inbox.unmask(id, unmasking))
    if (!view.masked) terminal.err('Not masked: what follows is private data.')
    const notes = await notesOf(trail, id)
    if (values.json === true) terminal.out(showJson({ ...view.json, notes }, 2))
    else terminal.out([describeEntry(view, terminal.columns), ...notes.map(describeNote)].join('\n\n'))
  })
}

function describeNote({ at, by, note }: ShownNote): string {
  return `note of ${showable(by ?? 'somebody')}, ${showTime(at)} GMT\n${note.split('\n').map(printable).join('\n')}`
}

/** An entry for people: what is known of it, its attempts, and what came. */
export function describeEntry({ entry, masked, came }: EntryView, columns: number | undefined): string {
  const show = masked ? showable : printable
  const facts = factsOf(entry).filter(([, fact]) => fact !== '')
  const parts = Object.entries(came).filter(([, part]) => part !== null)
  return [
    facts.map(([name, fact]) => hanging(name.padEnd(nameWidth), show(fact), columns)).join('\n'),
    ...(entry.attempts.length === 0 ? [] : [tableOf(entry.attempts, columns)]),
    ...parts.map(([name, part]) => `${name}${masked ? ', masked' : ''}\n${showPart(part)}`),
  ].join('\n\n')
}

const nameWidth = 13

function factsOf(entry: InboxEntryDetails): readonly (readonly [name: string, fact: string])[] {
  return [
    ['id', entry.id],
    ['state', [entry.state, replayOf(entry)].filter((part) => part !== '').join(', ')],
    ['received', `${showTime(entry.receivedAt)} GMT`],
    ['finished', timeOrNothing(entry.finishedAt)],
    ['next try', timeOrNothing(entry.dueAt)],
    ['lane', entry.lane],
    ['reference', entry.reference ?? ''],
    ['contradicts', entry.conflictsWith ?? ''],
    [entry.state === 'rejected' ? 'rejected for' : 'put off', entry.reason ?? ''],
    ['unreadable', entry.problem ?? ''],
    ...reviewOf(entry),
  ]
}

function reviewOf({ review }: InboxEntryDetails): readonly (readonly [name: string, fact: string])[] {
  if (review === null) return []
  const { reasons, openedAt, settledAt, settledBy, note } = review
  const why = reasons.join(', ')
  if (settledAt === null) return [['needs review', `${why}; since ${showTime(openedAt)} GMT`]]
  const by = settledBy === null ? 'by itself: no reason was left' : `by ${settledBy}`
  return [
    ['was reviewed', why],
    ['settled', `${showTime(settledAt)} GMT ${by}${note === null ? '' : `: ${note}`}`],
  ]
}

function timeOrNothing(time: Date | null): string {
  return time === null ? '' : `${showTime(time)} GMT`
}

function tableOf(attempts: readonly InboxAttempt[], columns: number | undefined): string {
  const rows = attempts.map(({ number, startedAt, ms, replay }) => [
    replay ? `${number} again` : String(number),
    showTime(startedAt),
    String(Math.round(ms)),
    '|',
  ])
  const ends = attempts.map(({ error, note }) => showable(`${error ?? 'done'}${note === undefined ? '' : `; ${note}`}`))
  // The mark keeps the width of the column before it.
  const [heading = '', ...lines] = formatTable(['try', 'started', 'ms', '|'], rows).split('\n')
  const starts = [heading, ...lines].map((line) => line.slice(0, -1))
  return ['ended', ...ends].map((end, index) => hanging(starts[index] ?? '', end, columns)).join('\n')
}

/** A text keeps its lines. */
function showPart(part: unknown): string {
  return typeof part === 'string' ? part.split('\n').map(printable).join('\n') : showJson(part, 2)
}
