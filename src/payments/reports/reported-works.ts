import type { Clock } from '../../clock.ts'
import type { Attempt } from '../../inbox/attempt.ts'
import {
  type DeliveredKind,
  type Delivery,
  deliveryOf,
  type Instead,
  type NotificationWorks,
  type Preparation,
} from '../../inbox/work.ts'
import { type HandlerLog, logSafely } from '../../log.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { EntryState, NewEntry } from '../../store/entry.ts'
import type { Acceptance, InboxStore } from '../../store/inbox-store.ts'
import { shownNames } from '../../text/clean-text.ts'
import { describeError } from '../../text/describe-error.ts'
import { ageOf } from '../work/preparation-trouble.ts'
import { reportEntry, reportOf } from './fulfilment-report.ts'

/** What reports are owed with. */
export interface OwedReportsParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'replay'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** How long a report is tried, from the arrival of its notice. ms */
  readonly within: number
  readonly clock: Clock
}

/**
 * Work of fulfilment notices whose end is to be reported. The report is kept before the handler is called, so that it is
 * made wherever the process ends after that. Only what is paid is to be delivered: nothing else has a report.
 */
export function reportedWorks(
  kind: DeliveredKind<FulfilmentEvent>,
  parts: OwedReportsParts,
): NotificationWorks<FulfilmentEvent> {
  return {
    of(event, _incoming, newLog) {
      const delivery = deliveryOf(kind, event, newLog)
      return event.outcome === 'paid' ? new Owing(delivery, event, parts) : delivery
    },
  }
}

/** Sees that a report is owed, and goes on to the handler. */
class Owing implements Preparation {
  readonly waitsForOthers = false
  readonly newLog: (() => HandlerLog) | undefined
  readonly #delivery: Delivery
  readonly #event: FulfilmentEvent
  readonly #parts: OwedReportsParts

  constructor(delivery: Delivery, event: FulfilmentEvent, parts: OwedReportsParts) {
    this.newLog = delivery.newLog
    this.#delivery = delivery
    this.#event = event
    this.#parts = parts
  }

  async prepare(attempt: Attempt, kept?: number): Promise<Delivery | Instead> {
    const since = this.#event.receivedAt.getTime()
    const now = this.#parts.clock.now()
    const age = ageOf({ kept, before: 0, since, now, replay: attempt.replay })
    // One order has one report: that of the notice which came first.
    if (attempt.conflictsWith !== null) return this.#delivery
    const report = reportEntry(reportOf(attempt.entryId, this.#event, age))
    try {
      for (let looks = 1; looks <= mostLooks; looks++) {
        const acceptance = await this.#parts.put(report)
        if (acceptance.status !== 'repeated') return this.#delivery
        if (!this.#mayEnd(acceptance, attempt, age)) return await this.#again(acceptance, attempt)
        await new Promise<void>((resolve) => this.#parts.clock.after(betweenLooks, resolve))
      }
      return later('its report is being made')
    } catch (error) {
      return later(`its report could not be kept: ${describeError(error).message}`)
    }
  }

  /** Whether the report may be ending on what it knows from before this attempt. Once it looks again it waits for this. */
  #mayEnd({ state }: Repeated, { replay }: Attempt, age: number): boolean {
    return state === 'running' && (replay || age >= this.#parts.within)
  }

  /** It is owed already, unless it was made or given up before this attempt: then this one is to be reported too. */
  async #again({ id, state }: Repeated, { log }: Attempt): Promise<Delivery> {
    const { inbox, registration } = this.#parts
    if (state === undefined)
      logSafely(log, 'warn', shownNames({ report: id }), 'a fulfilment was reported too long ago to be reported again')
    else if (isOver(state)) await inbox.replay(registration, id)
    return this.#delivery
  }
}

type Repeated = Extract<Acceptance, { status: 'repeated' }>

function isOver(state: EntryState): boolean {
  return state !== 'waiting' && state !== 'running'
}

function later(why: string): Instead {
  return { state: 'later', retryIn: pause, why }
}

// Longer than a call takes that is not told otherwise.
const mostLooks = 60
// ms
const betweenLooks = 250
const pause = 1_000
