import type { InboxAttempt, InboxEntryDetails } from '../inbox/look/inbox-entry.ts'
import { printable } from '../text/visible.ts'
import { showTime } from './read-time.ts'
import { showable, showJson } from './showable.ts'
import { formatTable } from './table.ts'

/** An entry as it may be shown. */
export interface EntryView {
  readonly entry: InboxEntryDetails
  readonly masked: boolean
  /** What came, by what it is. */
  readonly came: Readonly<Record<string, unknown>>
  readonly json: object
}

/** An entry for people: what is known of it, its attempts, and what came. */
export function describeEntry({ entry, masked, came }: EntryView, columns: number | undefined): string {
  const show = masked ? showable : printable
  const facts = factsOf(entry).filter(([, fact]) => fact !== '')
  const parts = Object.entries(came).filter(([, part]) => part !== null)
  return [
    facts.map(([name, fact]) => `${name.padEnd(nameWidth)}${show(fact)}`).join('\n'),
    ...(entry.attempts.length === 0 ? [] : [tableOf(entry.attempts, columns)]),
    ...parts.map(([name, part]) => `${name}${masked ? ', masked' : ''}\n${showPart(part)}`),
  ].join('\n\n')
}

const nameWidth = 13

function factsOf(entry: InboxEntryDetails): readonly (readonly [name: string, fact: string])[] {
  return [
    ['id', entry.id],
    ['state', stateOf(entry)],
    ['received', `${showTime(entry.receivedAt)} GMT`],
    ['finished', timeOrNothing(entry.finishedAt)],
    ['next try', timeOrNothing(entry.dueAt)],
    ['lane', entry.lane],
    ['reference', entry.reference ?? ''],
    ['contradicts', entry.conflictsWith ?? ''],
    ['rejected for', entry.reason ?? ''],
    ['unreadable', entry.problem ?? ''],
  ]
}

function timeOrNothing(time: Date | null): string {
  return time === null ? '' : `${showTime(time)} GMT`
}

function tableOf(attempts: readonly InboxAttempt[], columns: number | undefined): string {
  return formatTable(
    ['try', 'started', 'ms', 'ended'],
    attempts.map(({ number, startedAt, ms, error, note, replay }) => [
      replay ? `${number} again` : String(number),
      showTime(startedAt),
      String(Math.round(ms)),
      showable(`${error ?? 'done'}${note === undefined ? '' : `; ${note}`}`),
    ]),
    { columns, elastic: ['ended'] },
  )
}

/** A text keeps its lines. */
function showPart(part: unknown): string {
  return typeof part === 'string' ? part.split('\n').map(printable).join('\n') : showJson(part, 2)
}

/** Whether it still has to be worked again, or was. */
function stateOf({ state, replay }: { readonly state: string; readonly replay: boolean }): string {
  if (!replay) return state
  return state === 'waiting' || state === 'running' ? `${state}, asked for again` : `${state}, replayed`
}
