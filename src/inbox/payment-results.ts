import type { Verdict } from '../pushes/confirmation.ts'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import { Notes } from '../pushes/notes.ts'
import type { Identity } from '../pushes/push-kind.ts'
import type { NewEntry } from '../store/entry.ts'
import type { DeliveredKind } from './delivery.ts'
import { newEntry } from './new-entry.ts'

/** What results are made with. */
export interface ResultKindParts<Event extends PushEvent> {
  readonly delivered: DeliveredKind<Event>
  readonly identify: (event: Event) => Identity
  /** Puts what the service said in the place of what the push says. */
  readonly confirm: (event: Event, verdict: Verdict) => Event
}

/** An event as its handler gets it, and the id of its entry. */
export interface Result<Event extends PushEvent> {
  readonly event: Event
  readonly id: string
}

/** Makes what the service said of a payment into what its handler gets: an event, under the identity of its push. */
export class ResultKind<Event extends PushEvent> {
  readonly #parts: ResultKindParts<Event>

  constructor(parts: ResultKindParts<Event>) {
    this.#parts = parts
  }

  get delivered(): DeliveredKind<Event> {
    return this.#parts.delivered
  }

  /** What an event becomes by a verdict. */
  of(event: Event, verdict: Verdict): Result<Event> {
    const { delivered, identify, confirm } = this.#parts
    const confirmed = confirm(event, verdict)
    return { event: confirmed, id: `${delivered.push.kind}:${identify(confirmed).identity}` }
  }

  /** The entry that a result is kept as. */
  entryOf(event: Event, incoming: Incoming): NewEntry {
    const { delivered, identify } = this.#parts
    return newEntry(delivered.push.kind, event, identify(event), incoming)
  }

  /** The entry of a result that no push has told of. @param at epoch ms */
  read(incoming: Incoming, at: number): NewEntry {
    const { push, country } = this.#parts.delivered
    const event = push.read(incoming, { receivedAt: new Date(at), country, notes: new Notes() })
    return this.entryOf(event, incoming)
  }

  /** Which payment it is. */
  laneOf(event: Event): string {
    const { delivered, identify } = this.#parts
    return `${delivered.push.kind}:${identify(event).lane}`
  }
}
