import type { AttemptRecord, EntryState, PayloadForm } from '../../entry.ts'
import type { StoreRoom } from '../../room.ts'
import type { EntryRow } from './entry-row.ts'

/**
 * What the inbox's worker is asked for, by name: arguments and answer. Arrays, because they are cheap to send from
 * thread to thread. Texts are as `keepText` makes them; a payload travels beside its operation.
 */
export interface InboxOperations {
  accept: { readonly asked: AcceptArguments; readonly answer: AcceptAnswer }
  claim: {
    readonly asked: readonly [registration: string, fence: number, most: number]
    readonly answer: readonly EntryRow[]
  }
  settle: { readonly asked: SettleArguments; readonly answer: boolean }
  /** Puts its payload in the place of that of a claimed entry. */
  rewrite: { readonly asked: readonly [seq: number, fence: number]; readonly answer: boolean }
  /** Asks for those entries again that are finished. */
  replay: {
    readonly asked: readonly [seqs: readonly number[], states: readonly EntryState[]]
    readonly answer: number
  }
  sweep: {
    readonly asked: readonly [registration: string, finishedBefore: number, rejected: number, most: number]
    readonly answer: number
  }
  /** Forgets identities accepted before a time, of those that are in memory. */
  sweepKeys: {
    readonly asked: readonly [registration: string, acceptedBefore: number]
    readonly answer: number
  }
  /** Before which time identities were accepted for which there is no room any more; 0 where there is for all. */
  cutOff: { readonly asked: readonly [registration: string, most: number]; readonly answer: number }
  /** Forgets those of the identities that were accepted before a time. */
  forget: {
    readonly asked: readonly [keys: readonly Uint8Array[], acceptedBefore: number]
    readonly answer: number
  }
  /** Carries out what tools beside the application have asked for. */
  carryOut: { readonly asked: readonly [most: number]; readonly answer: number }
}

/** One of them on its way. */
export type InboxTask = {
  [Name in keyof InboxOperations]: readonly [name: Name, asked: InboxOperations[Name]['asked']]
}[keyof InboxOperations]

export type AcceptArguments = readonly [
  registration: string,
  kind: string,
  id: string,
  isRejected: boolean,
  identity: string,
  identityFor: number | undefined,
  fingerprint: string,
  lane: string,
  reference: string | null,
  receivedAt: number,
  form: PayloadForm,
  reason: string | null,
  fence: number | null,
  room?: StoreRoom,
]

/**
 * The number of the entry, negative unless it was claimed; or the known one; or the conflict.
 */
export type AcceptAnswer =
  | number
  | { readonly repeated: string; readonly state: EntryState | undefined; readonly isConflict?: true }
  | { readonly conflict: string; readonly conflictsWith: string; readonly seq: number }

export type SettleArguments = readonly [
  seq: number,
  fence: number,
  state: 'done' | 'waiting' | 'dead' | 'rejected' | 'handedBack',
  retryIn: number,
  attempt: AttemptRecord | null,
  reason: string | null,
]
