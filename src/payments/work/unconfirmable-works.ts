import type { NotificationWorks, Work } from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import type { Incoming, PushEvent } from '../../pushes/event.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'

/** Work of payments of which the service cannot be asked, beside others of which it is. */
export class UnconfirmableWorks<Event extends PushEvent & PaymentFacts> implements NotificationWorks<Event> {
  readonly #works: NotificationWorks<Event>

  constructor(works: NotificationWorks<Event>) {
    this.#works = works
  }

  of(event: Event, incoming: Incoming, newLog: (() => Log) | undefined): Work {
    return this.#works.of(doubted(event, incoming), incoming, newLog)
  }
}

/** Money of which the service cannot be asked is what the push says, and nothing more: a person has to look at it. */
export function doubted<Event extends PaymentFacts>(event: Event, { verdict }: Incoming): Event {
  const isMoney = event.outcome === 'paid' || event.outcome === 'refunded'
  if (verdict !== undefined || !isMoney) return event
  return { ...event, needsReview: [...event.needsReview, 'unconfirmable'] }
}
