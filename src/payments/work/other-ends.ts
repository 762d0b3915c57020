import type { Attempt } from '../../inbox/attempt.ts'
import { readPayload } from '../../inbox/entry.ts'
import {
  contradicting,
  type DeliveredKind,
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
import type { ReviewReason } from '../../pushes/money/confirmation.ts'
import type { Outcome } from '../../pushes/money/outcome.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'
import { addressKey } from '../../pushes/money/signed-address.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import { Notes } from '../../pushes/reading/push-problem.ts'
import type { StoredEntry } from '../../store/entry.ts'
import { isUnpaid } from '../rules/judge-answer.ts'

/** What notices are compared with. */
export interface OtherEndsWorksParts<Event extends PushEvent> {
  readonly delivered: DeliveredKind<Event>
  readonly identify: (event: Event) => Identity
  readonly find: (id: string) => Promise<StoredEntry | undefined>
  readonly works: NotificationWorks<Event>
}

/**
 * Notices that nobody is asked about, beside the other end of their payment that was told before. One that says failed or
 * cancelled after paid contradicts that. One that says paid after refunded came late, or the money came again: it is not
 * plainly paid. And a refund of less than was paid gave a part back. Where somebody is asked, their word counts, and is held
 * against what was told before.
 */
export class OtherEndsWorks<Event extends PushEvent & PaymentFacts> implements NotificationWorks<Event> {
  readonly #parts: OtherEndsWorksParts<Event>

  constructor(parts: OtherEndsWorksParts<Event>) {
    this.#parts = parts
  }

  of(event: Event, incoming: Incoming, newLog: (() => Log) | undefined): EntryWork {
    const { works } = this.#parts
    const work = works.of(event, incoming, newLog)
    const end = otherEnds[event.outcome]
    if (end === undefined || incoming.verdict !== undefined || incoming.toldBy !== undefined) return work
    if (isPreparation(work) && work.waitsForOthers) return work
    const prepare = async (attempt: Attempt, kept?: number): Promise<Delivery | Instead> => {
      const done = (what: EntryWork) => (isPreparation(what) ? what.prepare(attempt, kept) : what)
      try {
        const told = attempt.conflictsWith === null ? await this.#told(event, end, attempt.entryId) : undefined
        if (told === undefined) return await done(work)
        if (event.outcome === 'refunded')
          return await done(isLess(event, told.event) ? works.of(partOf(event), incoming, newLog) : work)
        const what = await done(isUnpaid(event.outcome) ? work : works.of(afterRefund(event), incoming, newLog))
        return isInstead(what) ? what : contradicting(what, told.id)
      } catch (error) {
        return untilStoreIsBack(error)
      }
    }
    return { waitsForOthers: false, newLog, plain: isPreparation(work) ? work.plain : work, prepare }
  }

  /** Where another end of its payment was told: at the address of the notice, or under what the service calls it. */
  async #told(event: Event, outcome: Outcome, entryId: string): Promise<ToldEnd<Event> | undefined> {
    const { delivered, identify, find } = this.#parts
    const end: Event = { ...event, outcome }
    const known = [end, { ...end, evidence: 'callback' as const, signed: null }].map((one) => identify(one).identity)
    const ids = [...new Set(known)].map((identity) => `${delivered.push.kind}:${identity}`)
    for (const id of ids) {
      const entry = id === entryId ? undefined : await find(id)
      if (entry === undefined || !isTold(entry)) continue
      const told = this.#read(entry)
      if (isUnpaid(event.outcome) || counts(told, outcome, event))
        return { id: readPayload(entry.payload).toldBy ?? entry.id, event: told }
    }
    return undefined
  }

  #read({ payload, receivedAt }: StoredEntry): Event {
    const { push, country } = this.#parts.delivered
    return push.read(readPayload(payload), { receivedAt: new Date(receivedAt), country, notes: new Notes() })
  }
}

/** Why a person should look at a notice, for what was told before. */
export const reasonsOfOtherEnds: readonly ReviewReason[] = ['contradicted', 'partlyRefunded']

/** An end that was told, and by which entry. */
interface ToldEnd<Event> {
  readonly id: string
  readonly event: Event
}

/** The end that a notice is compared with. */
const otherEnds: Readonly<Partial<Record<Outcome, Outcome>>> = {
  failed: 'paid',
  cancelled: 'paid',
  refunded: 'paid',
  paid: 'refunded',
}

/** Whether a handler was called for it. One that waits for its turn came later, and its payment may have been tried again. */
function isTold({ state, attempts }: StoredEntry): boolean {
  return state === 'done' || state === 'dead' || (state !== 'rejected' && attempts.length > 0)
}

/** Whether an end counts against a notice: against one at its own address only what came there, or the service's word. */
function counts(told: PaymentFacts, outcome: Outcome, { evidence, signed }: PaymentFacts): boolean {
  if (told.outcome !== outcome) return false
  if (evidence !== 'signed' || signed === null || told.confirmation !== null) return true
  return told.evidence === 'signed' && told.signed !== null && addressKey(told.signed) === addressKey(signed)
}

function isLess({ amountMinor }: PaymentFacts, paid: PaymentFacts): boolean {
  return amountMinor !== null && paid.amountMinor !== null && amountMinor < paid.amountMinor
}

function partOf<Event extends PaymentFacts>(event: Event): Event {
  return undetermined(event, 'partlyRefunded', 'it was paid with more than went back')
}

function afterRefund<Event extends PaymentFacts>(event: Event): Event {
  return undetermined(event, 'contradicted', 'it was told as refunded before')
}

function undetermined<Event extends PaymentFacts>(event: Event, reason: ReviewReason, inWords: string): Event {
  const why = `${event.why}; but ${inWords}`
  return { ...event, outcome: 'undetermined', why, needsReview: [reason, ...event.needsReview] }
}
