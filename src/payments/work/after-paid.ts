import type { Attempt } from '../../inbox/attempt.ts'
import { readPayload } from '../../inbox/entry.ts'
import {
  contradicting,
  type Delivery,
  type EntryWork,
  type Instead,
  isInstead,
  isPreparation,
  type NotificationWorks,
  untilStoreIsBack,
} from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import type { Incoming, PushEvent } from '../../pushes/event.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'
import type { Identity, NotificationPushKind } from '../../pushes/push-kind.ts'
import type { StoredEntry } from '../../store/entry.ts'
import { isUnpaid } from '../rules/judge-answer.ts'

/** What notices are compared with. */
export interface AfterPaidWorksParts<Event extends PushEvent> {
  readonly push: Pick<NotificationPushKind<Event>, 'kind'>
  readonly identify: (event: Event) => Identity
  readonly find: (id: string) => Promise<StoredEntry | undefined>
  readonly works: NotificationWorks<Event>
}

/**
 * Notices that nobody is asked about: one that says failed or cancelled after its payment was told as paid contradicts that.
 * Where somebody is asked, their word counts, and is held against what was told before.
 */
export class AfterPaidWorks<Event extends PushEvent & PaymentFacts> implements NotificationWorks<Event> {
  readonly #parts: AfterPaidWorksParts<Event>

  constructor(parts: AfterPaidWorksParts<Event>) {
    this.#parts = parts
  }

  of(event: Event, incoming: Incoming, newLog: (() => Log) | undefined): EntryWork {
    const work = this.#parts.works.of(event, incoming, newLog)
    if (!isUnpaid(event.outcome) || incoming.verdict !== undefined || incoming.toldBy !== undefined) return work
    if (isPreparation(work) && work.waitsForOthers) return work
    const prepare = async (attempt: Attempt, kept?: number): Promise<Delivery | Instead> => {
      try {
        const paid = attempt.conflictsWith === null ? await this.#toldAsPaid(event, attempt.entryId) : undefined
        const delivery = isPreparation(work) ? await work.prepare(attempt, kept) : work
        return paid === undefined || isInstead(delivery) ? delivery : contradicting(delivery, paid)
      } catch (error) {
        return untilStoreIsBack(error)
      }
    }
    return { waitsForOthers: false, newLog, prepare }
  }

  /** The entry that told its payment as paid: at the address of the notice, or under what the service calls it. */
  async #toldAsPaid(event: Event, entryId: string): Promise<string | undefined> {
    const { push, identify, find } = this.#parts
    const paid: Event = { ...event, outcome: 'paid' }
    const known = [paid, { ...paid, evidence: 'callback' as const, signed: null }].map((one) => identify(one).identity)
    const ids = [...new Set(known)].map((identity) => `${push.kind}:${identity}`)
    for (const id of ids) {
      const entry = id === entryId ? undefined : await find(id)
      if (entry !== undefined && isTold(entry)) return readPayload(entry.payload).toldBy ?? entry.id
    }
    return undefined
  }
}

/** Whether a handler was called for it. One that waits for its turn came later, and its payment may have been tried again. */
function isTold({ state, attempts }: StoredEntry): boolean {
  return state === 'done' || state === 'dead' || (state !== 'rejected' && attempts.length > 0)
}
