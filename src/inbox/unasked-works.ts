import type { Log } from '../log.ts'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import type { Confirmations } from './confirmations.ts'
import { type DeliveredKind, deliveryOf } from './delivery.ts'
import type { NotificationWorks } from './notification-works.ts'
import { ToldResult } from './told-result.ts'
import type { Work } from './work.ts'

/** Work of a kind that is expected: pushes are delivered as they come, and results that the service told are, once. */
export class UnaskedWorks<Event extends PushEvent> implements NotificationWorks<Event> {
  readonly #kind: DeliveredKind<Event>
  readonly #confirmations: Confirmations

  constructor(kind: DeliveredKind<Event>, confirmations: Confirmations) {
    this.#kind = kind
    this.#confirmations = confirmations
  }

  of(event: Event, { verdict }: Incoming, newLog: (() => Log) | undefined): Work {
    const delivery = deliveryOf(this.#kind, event, newLog)
    return verdict === undefined ? delivery : new ToldResult(delivery, this.#confirmations)
  }
}
