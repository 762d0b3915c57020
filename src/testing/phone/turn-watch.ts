import type { MerchantEvents } from '../../registration/events/activity.ts'
import type { Merchant } from '../../registration/merchant.ts'
import { deadlineMishap, failureMishap } from './mishap.ts'
import type { ServiceSession } from './service-session.ts'

/** Tells sessions what goes wrong in their turns: without a logger nothing else says it. */
export interface TurnWatch {
  watch(session: ServiceSession): void
  leave(session: ServiceSession): void
}

/** Whoever has an address alone sees nothing but the answer. */
export const seeNoTurns: TurnWatch = { watch: () => undefined, leave: () => undefined }

/** The one of a registration. */
export function turnWatchOf({ events }: Merchant): TurnWatch {
  const known = watches.get(events) ?? new EventWatch(events)
  watches.set(events, known)
  return known
}

// One for all phones: an emitter warns of more than ten listeners, and a test may have more phones than that.
const watches = new WeakMap<Merchant['events'], EventWatch>()

/** Listens while there is a session to tell. */
class EventWatch implements TurnWatch {
  readonly #events: Merchant['events']
  readonly #sessions = new Map<string, ServiceSession>()

  constructor(events: Merchant['events']) {
    this.#events = events
  }

  watch(session: ServiceSession): void {
    if (this.#sessions.size === 0) {
      this.#events.on('turnFailed', this.#onFailed)
      this.#events.on('deadline', this.#onDeadline)
    }
    this.#sessions.set(session.id, session)
  }

  leave(session: ServiceSession): void {
    this.#sessions.delete(session.id)
    if (this.#sessions.size > 0) return
    this.#events.off('turnFailed', this.#onFailed)
    this.#events.off('deadline', this.#onDeadline)
  }

  readonly #onFailed = (incident: MerchantEvents['turnFailed'][0]): void => {
    const session = this.#sessions.get(incident.sessionId)
    session?.suffer(failureMishap(incident, session.secrets.texts))
  }

  readonly #onDeadline = (incident: MerchantEvents['deadline'][0]): void => {
    this.#sessions.get(incident.sessionId)?.suffer(deadlineMishap(incident))
  }
}
