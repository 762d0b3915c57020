import type { Incoming, PushEvent } from '../../src/pushes/event.ts'
import type { PushKind } from '../../src/pushes/push-kind.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { Notes } from '../../src/pushes/reading/push-problem.ts'
import type { Country } from '../../src/text/countries.ts'

/** When every push of these tests arrives. */
export const receivedAt = new Date('2026-03-01T09:30:00Z')

/** How a push comes, where a test cares. */
export interface Manner {
  readonly carrier?: Incoming['carrier']
  readonly country?: Country
}

/** Reads a push as its kind, and says what was odd about it. */
export function receive<Event extends PushEvent>(
  push: PushKind<Event>,
  fields: Fields,
  { carrier = 'json', country }: Manner = {},
): { readonly event: Event; readonly notes: readonly string[] } {
  const notes = new Notes()
  const event = push.read({ fields, raw: fields, carrier }, { receivedAt, country, notes })
  return { event, notes: notes.lines ?? [] }
}

/** Reads a push as its kind. */
export function eventOf<Event extends PushEvent>(push: PushKind<Event>, fields: Fields, manner?: Manner): Event {
  return receive(push, fields, manner).event
}
