import type { Clock } from '../../clock.ts'
import type { Attempt } from '../../inbox/attempt.ts'
import { readKept } from '../../inbox/entry.ts'
import {
  type Instead,
  isPreparation,
  type NotificationWorks,
  type Preparation,
  untilStoreIsBack,
  type Work,
} from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { toMinor } from '../../pushes/money/amount.ts'
import { digest, inOneSpelling } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { PushProblem } from '../../pushes/reading/push-problem.ts'
import type { UssdPaymentEvent } from '../../pushes/ussd-payment.ts'
import type { Reply } from '../../replies/index.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance, InboxStore } from '../../store/inbox-store.ts'
import { describeError } from '../../text/describe-error.ts'
import { maskPhone } from '../../text/phone.ts'
import { FMW_PAYMENT_UNHEARD } from '../rules/errors.ts'
import { hasNotice } from './notice-of-session.ts'
import { ageOf } from './preparation-trouble.ts'

/** What payments that sessions ask for are remembered with. */
export interface AskedPaymentsParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'list' | 'get' | 'replay'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** Without a notice for this long, ms, a person is to look at a USSD payment. */
  readonly after: number
  readonly clock: Clock
}

/** A payment that a session asked for. */
interface AskedPayment {
  readonly kind: TurnKind
  readonly sessionId: string
  /** The merchant's own. */
  readonly reference: string | undefined
  /** Epoch ms. */
  readonly since: number
}

/** The session that asks, and the phone that it is on. */
type AskingSession = Pick<AskedPayment, 'kind' | 'sessionId'> & { readonly mobile: string }

/**
 * The payments that sessions have asked for. Of a cart the merchant's own reference is kept, since its notice brings back the
 * session alone; a USSD payment is watched until its notice comes.
 */
export class AskedPayments {
  readonly #parts: AskedPaymentsParts

  constructor(parts: AskedPaymentsParts) {
    this.#parts = parts
  }

  /**
   * Remembers what the last screen of a session asks for, before it goes out. Where the store cannot, it goes out all the same:
   * its notice still says which session asked.
   */
  async remember({ kind, sessionId, mobile }: AskingSession, { payment, reference }: Reply, log: Log): Promise<void> {
    const asked = { kind, sessionId, reference, since: this.#parts.clock.now() }
    try {
      await this.#parts.put(askedEntry(asked, payment?.amount, maskPhone(mobile)))
    } catch (error) {
      log.warn({ err: describeError(error) }, 'the store could not keep the reference of a payment')
    }
  }

  /** The reference of the cart that a session sent to the checkout last; null where there was none. @throws FMW_STORE_UNAVAILABLE */
  async #referenceOf(sessionId: string): Promise<string | null> {
    const { inbox, registration } = this.#parts
    const { entries } = await inbox.list({ registration, lane: laneOf('programmable', sessionId), limit: 1 })
    const [last] = await Promise.all(entries.map(({ id }) => inbox.get(registration, id)))
    const asked = last && readAsked(last)
    return asked?.reference ?? null
  }

  /** A notice with the reference of its cart. @throws FMW_STORE_UNAVAILABLE */
  async withReference(event: FulfilmentEvent): Promise<FulfilmentEvent> {
    const { sessionId } = event
    return sessionId === null ? event : { ...event, reference: await this.#referenceOf(sessionId) }
  }

  /** The notice of a USSD payment came late: what was given up is looked at again. @throws FMW_STORE_UNAVAILABLE */
  async heard(sessionId: string): Promise<void> {
    const { inbox, registration } = this.#parts
    const { entries } = await inbox.list({ registration, lane: laneOf('ussd', sessionId), states: ['dead'], limit: 10 })
    for (const { id } of entries) await inbox.replay(registration, id)
  }

  /** The work of what was remembered. @throws PushProblem when it cannot be read */
  workOf(entry: StoredEntry): Preparation {
    const asked = readAsked(entry)
    return { waitsForOthers: false, newLog: undefined, prepare: (attempt, kept) => this.#look(asked, attempt, kept) }
  }

  /** Looks whether a notice came. */
  async #look(asked: AskedPayment, { replay }: Attempt, kept: number | undefined): Promise<Instead> {
    if (asked.kind === 'programmable') return { state: 'done', why: 'it is kept for its notice' }
    const { after, clock } = this.#parts
    const age = ageOf({ kept, before: 0, since: asked.since, now: clock.now(), replay })
    if (age < after && !replay)
      return { state: 'later', retryIn: Math.min(after - age, after), why: 'its notice has time to come' }
    try {
      if (await hasNotice(this.#parts, asked)) return { state: 'done', why: 'its notice came' }
    } catch (error) {
      return untilStoreIsBack(error)
    }
    return { state: 'dead', error: new FMW_PAYMENT_UNHEARD(asked.reference ?? asked.sessionId, after) }
  }
}

/** Work of fulfilment notices, with the reference of the cart that they are about. */
export class CartWorks implements NotificationWorks<FulfilmentEvent> {
  readonly #works: NotificationWorks<FulfilmentEvent>
  readonly #asked: AskedPayments

  constructor(works: NotificationWorks<FulfilmentEvent>, asked: AskedPayments) {
    this.#works = works
    this.#asked = asked
  }

  of(event: FulfilmentEvent, incoming: Incoming, newLog: (() => Log) | undefined): Work {
    if (event.sessionId === null) return this.#works.of(event, incoming, newLog)
    const find = async () => this.#works.of(await this.#asked.withReference(event), incoming, newLog)
    return { waitsForOthers: false, newLog, prepare: preparedBy(find) }
  }
}

/** Work of USSD payment notices, which end the wait for them. */
export class HeardWorks implements NotificationWorks<UssdPaymentEvent> {
  readonly #works: NotificationWorks<UssdPaymentEvent>
  readonly #asked: AskedPayments

  constructor(works: NotificationWorks<UssdPaymentEvent>, asked: AskedPayments) {
    this.#works = works
    this.#asked = asked
  }

  of(event: UssdPaymentEvent, incoming: Incoming, newLog: (() => Log) | undefined): Work {
    const work = this.#works.of(event, incoming, newLog)
    const sessionId = event.signed?.sessionId ?? null
    if (sessionId === null) return work
    const hear = () => this.#asked.heard(sessionId).then(() => work)
    const prepared = { waitsForOthers: false, newLog, prepare: preparedBy(hear) }
    if (!isPreparation(work)) return prepared
    const { waitsForOthers } = work
    return { ...prepared, waitsForOthers, cameAgain: async () => work.cameAgain?.() }
  }
}

/** What the store has to be asked first. */
function preparedBy(find: () => Promise<Work>): Preparation['prepare'] {
  return async (attempt, kept) => {
    try {
      const work = await find()
      return isPreparation(work) ? await work.prepare(attempt, kept) : work
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }
}

/** The entry that stands for a payment. Asked for anew in its session with other terms, it has one more. */
function askedEntry(asked: AskedPayment, amount: number | undefined, phone: string): NewEntry {
  const { kind, sessionId, reference, since } = asked
  const lane = laneOf(kind, sessionId)
  return {
    kind: 'askedPayment',
    id: lane,
    state: 'waiting',
    identity: lane,
    // No session lives as long.
    identityFor: 86_400_000,
    fingerprint: digest([reference, amount === undefined ? undefined : toMinor(amount)]),
    lane,
    reference: (reference ?? sessionId).slice(0, longestReference),
    receivedAt: since,
    form: 'push',
    // Amount and phone are for people: the service knows neither our reference nor the session.
    payload: Buffer.from(JSON.stringify({ ...asked, amount, phone })),
    reason: null,
  }
}

function laneOf(kind: TurnKind, sessionId: string): string {
  return `askedPayment:${kind}:${inOneSpelling(sessionId)}`
}

/** @throws PushProblem */
function readAsked({ payload }: Pick<StoredEntry, 'payload'>): AskedPayment {
  const kept = readKept(payload)
  if (isRecord(kept)) {
    const { kind, sessionId, reference, since } = kept
    if ((kind === 'ussd' || kind === 'programmable') && typeof sessionId === 'string' && typeof since === 'number') {
      return { kind, sessionId, reference: typeof reference === 'string' ? reference : undefined, since }
    }
  }
  throw new PushProblem({ field: null, expected: 'a payment that was asked for', received: 'other bytes' })
}

// As the store takes it.
const longestReference = 200
