import type { Attempt } from '../../inbox/attempt.ts'
import { type DeliveredKind, type Delivery, deliveryOf } from '../../inbox/delivery.ts'
import type { NotificationWorks } from '../../inbox/notification-works.ts'
import { type Instead, type Preparation, untilStoreIsBack, type Work } from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import type { Incoming, PushEvent } from '../../pushes/event.ts'
import type { Confirmations } from './confirmations.ts'

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

/**
 * A result that the service told: it is delivered as it stands, since it was put into the inbox by that. A push of the
 * same result may have come at the same moment; then that one is delivered, and this is no second payment.
 */
export class ToldResult implements Preparation {
  readonly waitsForOthers = false
  readonly #delivery: Delivery
  readonly #confirmations: Confirmations

  constructor(delivery: Delivery, confirmations: Confirmations) {
    this.#delivery = delivery
    this.#confirmations = confirmations
  }

  get newLog(): (() => Log) | undefined {
    return this.#delivery.newLog
  }

  async prepare({ entryId: id, conflictsWith }: Attempt): Promise<Delivery | Instead> {
    if (conflictsWith === null) return this.#delivery
    try {
      const isTold = await this.#confirmations.results.isToldBy(conflictsWith, id)
      return isTold ? { state: 'done', why: 'a push says the same, and is told' } : this.#delivery
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }
}
