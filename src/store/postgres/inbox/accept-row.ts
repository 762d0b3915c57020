import type { NewEntry } from '../../entry.ts'
import { conflictId } from '../../entry.ts'
import { keyOf, laneKeyOf } from '../keys.ts'

/** A notification on its way into the table, with what it is found by. */
export interface AcceptRow {
  readonly entry: NewEntry
  readonly id: string
  /** Of its id, its identity and its fingerprint. */
  readonly key: string
  readonly identityKey: string
  readonly fingerprintKey: string
  readonly laneKey: string
  readonly conflictsWith: string | null
  readonly wantsClaim: boolean
}

export function toAcceptRow(registration: string, entry: NewEntry, claim: boolean): AcceptRow {
  const { id, state, lane } = entry
  const isRejected = state === 'rejected'
  const key = keyOf(registration, id)
  return {
    entry,
    id,
    key,
    identityKey: isRejected ? key : keyOf(registration, entry.identity),
    fingerprintKey: keyOf('', entry.fingerprint),
    // They have no lane: if they are asked for again, none of them waits for another.
    laneKey: laneKeyOf(registration, isRejected ? `rejected ${id}` : lane),
    conflictsWith: null,
    wantsClaim: claim && !isRejected,
  }
}

/** The same push once more, kept beside the entry whose identity it has. */
export function toConflictRow(registration: string, row: AcceptRow, conflictsWith: string): AcceptRow {
  const id = conflictId(conflictsWith, row.entry.fingerprint)
  return {
    ...row,
    id,
    key: keyOf(registration, id),
    identityKey: keyOf(registration, `${row.identityKey} ${row.fingerprintKey}`),
    conflictsWith,
  }
}
