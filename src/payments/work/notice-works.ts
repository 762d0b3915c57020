import type { Attempt } from '../../inbox/attempt.ts'
import { type DeliveredKind, type Delivery, deliveryOf } from '../../inbox/delivery.ts'
import { newEntry } from '../../inbox/new-entry.ts'
import type { NotificationWorks } from '../../inbox/notification-works.ts'
import { type Instead, type Preparation, untilStoreIsBack, type Work } from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import type { NewEntry } from '../../store/entry.ts'
import type { Acceptance } from '../../store/inbox-store.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'

/** What notices are told with that nobody is asked about. */
export interface NoticeWorksParts<Event extends ConfirmableEvent> {
  readonly delivered: DeliveredKind<Event>
  readonly identify: (event: Event) => Identity
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** Whether the application signs the addresses of the kind: what comes to none of them is odd. */
  readonly isSigned: boolean
  /** Of what is not signed, and of what the service has told. */
  readonly works: NotificationWorks<Event>
}

/** Work of notices that nobody is asked about, where addresses are signed: signed and unsigned ones of a payment agree, or are doubted. */
export class NoticeWorks<Event extends ConfirmableEvent> implements NotificationWorks<Event> {
  readonly #parts: NoticeWorksParts<Event>

  constructor(parts: NoticeWorksParts<Event>) {
    this.#parts = parts
  }

  of(event: Event, incoming: Incoming, newLog: (() => Log) | undefined): Work {
    const { isSigned, works } = this.#parts
    const { verdict, toldBy } = incoming
    if (toldBy !== undefined) return new ToldElsewhere(toldBy)
    if (verdict === undefined && event.evidence === 'signed')
      return new SignedNotice(this.#parts, { event, incoming, newLog })
    const isOdd = isSigned && verdict === undefined && event.signed === null
    return works.of(isOdd ? withReason('unexpected', event) : event, incoming, newLog)
  }
}

interface Notice<Event> {
  readonly event: Event
  readonly incoming: Incoming
  readonly newLog: (() => Log) | undefined
}

/**
 * A signed notice takes the name too that it would have unsigned. So whoever posts the same unsigned later is a repeat, and
 * whoever says otherwise, before or after, is in conflict with it: the later of the two is told as contradicted.
 */
class SignedNotice<Event extends ConfirmableEvent> implements Preparation {
  readonly waitsForOthers = false
  readonly #parts: NoticeWorksParts<Event>
  readonly #notice: Notice<Event>

  constructor(parts: NoticeWorksParts<Event>, notice: Notice<Event>) {
    this.#parts = parts
    this.#notice = notice
  }

  get newLog(): (() => Log) | undefined {
    return this.#notice.newLog
  }

  async prepare({ entryId }: Attempt): Promise<Delivery | Instead> {
    const { event, newLog } = this.#notice
    try {
      const told = (await this.#isContradicted(entryId)) ? withReason('contradicted', event) : event
      return deliveryOf(this.#parts.delivered, told, newLog)
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }

  async #isContradicted(toldBy: string): Promise<boolean> {
    const { delivered, identify, put } = this.#parts
    const { event, incoming } = this.#notice
    const unsigned = identify({ ...event, evidence: 'callback', signed: null })
    // An identity of the merchant's own may be the same for both: then the inbox compares them.
    if (unsigned.identity === identify(event).identity) return false
    const entry = newEntry(delivered.push.kind, event, unsigned, { ...incoming, toldBy })
    const acceptance = await put({ ...entry, lane: entry.id })
    return acceptance.status !== 'accepted' && acceptance.id !== entry.id
  }
}

/** The other name of a notice that is told by its own. */
class ToldElsewhere implements Preparation {
  readonly waitsForOthers = false
  readonly newLog = undefined
  readonly #by: string

  constructor(by: string) {
    this.#by = by
  }

  async prepare(): Promise<Instead> {
    return { state: 'done', why: `it is told by ${this.#by}` }
  }
}

function withReason<Event extends ConfirmableEvent>(reason: 'contradicted' | 'unexpected', event: Event): Event {
  return { ...event, needsReview: [reason, ...event.needsReview] }
}
