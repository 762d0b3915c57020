import type { Incoming, PushEvent } from '../pushes/event.ts'
import type { PushKind } from '../pushes/push-kind.ts'
import { Notes } from '../pushes/reading/push-problem.ts'
import type { NewEntry, StoredEntry } from '../store/entry.ts'
import type { Numbering } from '../text/countries.ts'
import { readBodyAgain, readPayload } from './entry.ts'

/** What an entry is read as, and where its phones are dialled. */
export interface ReadAs<Event extends PushEvent> {
  readonly push: Pick<PushKind<Event>, 'read'>
  readonly country: Numbering | undefined
}

type Kept = Pick<StoredEntry | NewEntry, 'form' | 'payload' | 'receivedAt'>

/** What an entry was read from. @throws PushProblem */
export function incomingOf({ form, payload }: Pick<Kept, 'form' | 'payload'>): Incoming {
  return form === 'push' ? readPayload(payload) : readBodyAgain(payload)
}

/** The event of an entry. @throws PushProblem */
export function eventOf<Event extends PushEvent>(kind: ReadAs<Event>, entry: Kept): Event {
  return readAgain(kind, incomingOf(entry), entry.receivedAt)
}

/**
 * What an entry says by itself, whatever the service said of it: hardly anything where the plugin found it by asking.
 *
 * @throws PushProblem
 */
export function claimOf<Event extends PushEvent>(kind: ReadAs<Event>, entry: Kept): Event {
  const { verdict: _, ...incoming } = incomingOf(entry)
  return readAgain(kind, incoming, entry.receivedAt)
}

/** A push as its kind reads it once more: what was odd about it was told when it came. @throws PushProblem */
export function readAgain<Event extends PushEvent>(
  { push, country }: ReadAs<Event>,
  incoming: Incoming,
  receivedAt: number,
): Event {
  return push.read(incoming, { receivedAt: new Date(receivedAt), country, notes: new Notes() })
}
