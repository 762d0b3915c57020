import type { AttemptRecord, EntryState, PayloadForm } from '../../entry.ts'
import type { StoreRoom } from '../../store.ts'

/** Texts are as `keepText` makes them; a payload travels beside its operation. */
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
  session: string | null,
  phones: readonly string[],
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
  room?: StoreRoom,
  review?: readonly string[] | undefined,
]
