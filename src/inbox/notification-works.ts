import type { Log } from '../log.ts'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import { Notes } from '../pushes/reading/push-problem.ts'
import type { StoredEntry } from '../store/entry.ts'
import { type DeliveredKind, deliveryOf } from './delivery.ts'
import { readBodyAgain, readPayload } from './payload.ts'
import type { Work } from './work.ts'

/** Makes the work of the notifications of one kind. */
export interface NotificationWorks<Event extends PushEvent> {
  /** Of a push that has just come. @param newLog makes the logger of its attempts */
  of(event: Event, incoming: Incoming, newLog: (() => Log) | undefined): Work
}

/** Work that is the handler and nothing else. */
export class PlainWorks<Event extends PushEvent> implements NotificationWorks<Event> {
  readonly #kind: DeliveredKind<Event>

  constructor(kind: DeliveredKind<Event>) {
    this.#kind = kind
  }

  of(event: Event, _incoming: Incoming, newLog: (() => Log) | undefined): Work {
    return deliveryOf(this.#kind, event, newLog)
  }
}

/**
 * The work of an entry whose event is not at hand.
 *
 * @throws PushProblem when it cannot be read as its kind
 */
export function readWork<Event extends PushEvent>(
  { push, country }: DeliveredKind<Event>,
  works: NotificationWorks<Event>,
  { form, payload, receivedAt }: StoredEntry,
): Work {
  const incoming = form === 'push' ? readPayload(payload) : readBodyAgain(payload)
  // What was odd was told when it came.
  const event = push.read(incoming, { receivedAt: new Date(receivedAt), country, notes: new Notes() })
  return works.of(event, incoming, undefined)
}
