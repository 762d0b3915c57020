import { type EntryState, entryKinds } from '../../entry.ts'
import type { EntryRow } from '../inbox/entry-row.ts'
import { readReview, reviewColumns } from '../inbox/reviews.ts'
import { bytesOf, nullOr, numberOf, textOf } from './values.ts'

/** Reads a row of `entryColumns`. */
export function readRow(row: Readonly<Record<string, unknown>>, state: EntryState): EntryRow {
  const isFirst = state === 'waiting' && row.head === 1
  return {
    seq: numberOf(row.seq),
    kind: oneOf(entryKinds, row.kind),
    id: textOf(row.id),
    state,
    lane: textOf(row.lane),
    reference: nullOr(row.reference, textOf),
    conflictsWith: nullOr(row.conflicts_with, textOf),
    receivedAt: numberOf(row.received_at),
    dueAt: isFirst ? numberOf(row.due_at) : null,
    finishedAt: nullOr(row.finished_at, numberOf),
    replay: row.replay === 1,
    failures: numberOf(row.failures),
    attempts: textOf(row.attempts),
    reason: nullOr(row.reason, textOf),
    form: row.form === 'push' ? 'push' : 'body',
    payload: nullOr(row.payload, bytesOf) ?? nothing,
  }
}

/** The same of those columns and a review's. */
export function readReviewedRow(row: Readonly<Record<string, unknown>>, state: EntryState): EntryRow {
  return { ...readRow(row, state), review: readReview(row), awaitsReplay: row.requested === 1 }
}

/** The state of a row: what is finished says so, what is open runs or waits. */
export function stateOf(state: unknown, isRunning: boolean): EntryState {
  if (state === null) return isRunning ? 'running' : 'waiting'
  return oneOf(finishedStates, state)
}

/** The states that an entry can be asked for again in. */
export const finishedStates = ['done', 'dead', 'rejected'] as const satisfies readonly EntryState[]

/** Of entries `e`, what is open `o`, how they ended `n` and their reviews `r`. */
export const entryColumns = `
  e.seq, e.kind, e.id, e.lane, e.reference, e.conflicts_with, e.received_at, e.form,
  o.head, o.due_at, n.state, n.finished_at,
  coalesce(n.reason, o.reason) AS reason, coalesce(n.replay, o.replay) AS replay, coalesce(n.failures, o.failures) AS failures,
  coalesce(n.attempts, o.attempts) AS attempts, EXISTS (SELECT 1 FROM requests q WHERE q.seq = e.seq) AS requested,
  ${reviewColumns}`

/** What a row of `entryColumns` is joined from, after the entries. */
export const endJoin = 'LEFT JOIN ends n ON n.seq = e.seq'
export const openJoin =
  'LEFT JOIN open_entries o ON o.registration = e.registration AND o.lane = e.lane AND o.seq = e.seq'
export const reviewJoin = 'LEFT JOIN reviews r ON r.seq = e.seq'
export const entryJoins = `${endJoin} ${openJoin} ${reviewJoin}`

const nothing = new Uint8Array(0)

/** The word that a value is. */
export function oneOf<const Word extends string>(words: readonly Word[], value: unknown): Word {
  const word = words.find((each) => each === value)
  if (word === undefined) throw new TypeError(`${String(value)} is none of ${words.join(', ')}`)
  return word
}

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
