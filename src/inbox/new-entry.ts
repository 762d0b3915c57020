import { randomUUID } from 'node:crypto'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import type { NotificationKind } from '../pushes/kinds.ts'
import type { Identity } from '../pushes/push-kind.ts'
import type { NewEntry } from '../store/entry.ts'
import { writePayload } from './payload.ts'

/** The entry of a notification. */
export function newEntry(
  kind: NotificationKind,
  { receivedAt }: PushEvent,
  known: Identity,
  incoming: Incoming,
): NewEntry {
  const identity = `${kind}:${known.identity}`
  const at = receivedAt.getTime()
  return {
    kind,
    // The same words may come again when their window has passed, and are another notification then.
    id: known.window === undefined ? identity : `${identity}|${at.toString(36)}`,
    state: 'waiting',
    identity,
    identityFor: known.window,
    fingerprint: known.fingerprint,
    lane: `${kind}:${known.lane}`,
    reference: known.reference === null ? null : known.reference.slice(0, longestReference),
    receivedAt: at,
    form: 'push',
    payload: writePayload(incoming),
    reason: null,
  }
}

/** The entry of a request that could not be read: for people. */
export function rejectedEntry(
  kind: NotificationKind,
  body: { readonly form: NewEntry['form']; readonly payload: Uint8Array },
  receivedAt: number,
  reason: string,
): NewEntry {
  const id = `${kind}:rejected:${randomUUID()}`
  return {
    kind,
    id,
    state: 'rejected',
    identity: id,
    identityFor: 0,
    fingerprint: '',
    lane: id,
    reference: null,
    receivedAt,
    ...body,
    reason,
  }
}

// As the store takes it.
const longestReference = 200
