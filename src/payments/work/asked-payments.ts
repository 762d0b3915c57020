import type { Clock } from '../../clock.ts'
import type { Attempt } from '../../inbox/attempt.ts'
import { longestReference, readKept, readPayload, sessionName } from '../../inbox/entry.ts'
import {
  type EntryWork,
  type Instead,
  isPreparation,
  type NotificationWorks,
  type Preparation,
  untilStoreIsBack,
} from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import { type FulfilmentEvent, fulfilment } from '../../pushes/fulfilment.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { toMinor } from '../../pushes/money/amount.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'
import { isSamePayer, purchaseKey, type SignedAddress } from '../../pushes/money/signed-address.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { Notes, PushProblem } from '../../pushes/reading/push-problem.ts'
import { type UssdPaymentEvent, ussdPayment } from '../../pushes/ussd-payment.ts'
import { purchaseOf, type Reply } from '../../replies/index.ts'
import type { EntryState, NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance, EntryQuery, InboxStore } from '../../store/inbox-store.ts'
import type { SessionLook } from '../../store/turn-store.ts'
import { describeError } from '../../text/describe-error.ts'
import { comparedNumber, maskPhone } from '../../text/phone.ts'
import { FMW_PAYMENT_UNHEARD } from '../rules/errors.ts'
import type { IsOtherPayer } from '../rules/held-against-address.ts'
import { isUnpaid, paidAgain } from '../rules/judge-answer.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'
import { ageOf } from './preparation-trouble.ts'

/** What payments that sessions ask for are remembered with. */
export interface AskedPaymentsParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'list' | 'get' | 'replay'>
  /** What the sessions showed. */
  readonly sessions: Pick<SessionLook, 'get'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  readonly isOtherPayer: IsOtherPayer
  /** Without a notice for this long, ms, a person is to look at a USSD payment. */
  readonly after: number
  /** A screen that was not shown for this long, ms, never is: its session is forgotten. */
  readonly shownWithin: number
  readonly clock: Clock
}

/** A payment that a session asked for. */
interface AskedPayment {
  readonly kind: TurnKind
  readonly sessionId: string
  /** The session to which its notice comes: one that showed the payment before, or this one. */
  readonly noticeTo: string
  /** When the address of its notice was made, epoch ms; undefined of a cart. */
  readonly issuedAt: number | undefined
  /** The merchant's own. */
  readonly reference: string | undefined
  /** The key of what was done for a cart: other sessions may ask for the same. */
  readonly purchase: string | undefined
  /** A digest of the phone that is asked: two phones may have sessions of one id. */
  readonly payer: string | undefined
  /** The same phone, shortened. */
  readonly phone: string
  /** Of its screen; undefined where transcripts do not have that. */
  readonly screen: string | undefined
  /** Epoch ms. */
  readonly since: number
}

/** The session that asks, and the phone that it is on. */
type AskingSession = Pick<AskedPayment, 'kind' | 'sessionId'> & { readonly mobile: string }

/**
 * The payments that sessions have asked for. Of a cart the merchant's own reference is kept, since its notice brings back the
 * session alone; a USSD payment is watched until its notice comes. What asks for a payment and what tells of it are entries
 * of one session.
 */
export class AskedPayments {
  readonly #parts: AskedPaymentsParts

  constructor(parts: AskedPaymentsParts) {
    this.#parts = parts
  }

  /**
   * Remembers what the last screen of a session asks for, before it goes out. Where the store cannot, it goes out all the same:
   * its notice still says which session asked.
   *
   * @param signed what the address of its notice was signed for, where it has one of its own
   */
  async remember(
    { kind, sessionId, mobile }: AskingSession,
    reply: Reply,
    signed: SignedAddress | undefined,
    log: Log,
  ): Promise<void> {
    const { payment, reference, sensitive, message } = reply
    const screen = sensitive ? undefined : digest(message)
    const noticeTo = signed?.sessionId ?? sessionId
    const asked = {
      kind,
      sessionId,
      noticeTo,
      issuedAt: signed?.issuedAt,
      reference,
      purchase: purchaseOf(reply),
      payer: signed === undefined ? payerOfCart(sessionId, mobile) : signed.payer,
      phone: maskPhone(mobile),
      screen,
      since: this.#parts.clock.now(),
    }
    try {
      await this.#parts.put(askedEntry(asked, payment?.amount))
    } catch (error) {
      log.warn({ err: describeError(error) }, 'the store could not keep the reference of a payment')
    }
  }

  /** Whether a notice came of a payment that a session asked a phone for, paid or not. @throws FMW_STORE_UNAVAILABLE */
  async hasNotice(kind: TurnKind, sessionId: string, mobile: string): Promise<boolean> {
    const notices = await this.#noticesOf(kind, sessionId)
    if (kind === 'ussd')
      return notices.some(({ signed }) => signed === null || this.#parts.isOtherPayer(signed, mobile) !== true)
    if (notices.length === 0) return false
    // A cart may be paid for with any phone, unless that has asked in a session of the same id.
    const carts = await this.#asked(kind, sessionId)
    const own = payerOfCart(sessionId, mobile)
    const others = carts.map(({ asked }) => asked.payer).filter((payer) => payer !== own)
    return notices.some(({ customerPhone }) => !others.includes(payerOfCart(sessionId, customerPhone)))
  }

  /** The newest entries of a session. */
  async #of(
    kind: TurnKind,
    sessionId: string,
    query: Pick<EntryQuery, 'kinds' | 'states'>,
  ): Promise<readonly StoredEntry[]> {
    const { inbox, registration } = this.#parts
    const session = sessionName(kind, sessionId)
    const { entries } = await inbox.list({ ...query, registration, session, limit: most })
    const found = await Promise.all(entries.map(({ id }) => inbox.get(registration, id)))
    return found.filter((entry) => entry !== undefined)
  }

  /** What a session asked for, the newest first. */
  async #asked(kind: TurnKind, sessionId: string, states?: readonly EntryState[]): Promise<readonly Watch[]> {
    const entries = await this.#of(kind, sessionId, { kinds: ['askedPayment'], states })
    return entries.map((entry) => ({ entry, asked: readAsked(entry) }))
  }

  /** The notices of what a session asked for. */
  async #noticesOf(kind: TurnKind, sessionId: string): Promise<readonly PaymentFacts[]> {
    const push = kind === 'ussd' ? ussdPayment : fulfilment
    const entries = await this.#of(kind, sessionId, { kinds: [push.kind], states: unrefused })
    return entries.map(({ payload, receivedAt }) => {
      const context = { receivedAt: new Date(receivedAt), country: undefined, notes: new Notes() }
      return push.read(readPayload(payload), context)
    })
  }

  /**
   * The cart that a session sent to the checkout last: that of the phone which a notice names, where several phones have
   * sessions of its id. @throws FMW_STORE_UNAVAILABLE
   */
  async #cartOf({ sessionId, customerPhone }: FulfilmentEvent): Promise<AskedPayment | undefined> {
    if (sessionId === null) return undefined
    const carts = (await this.#asked('programmable', sessionId)).map(({ asked }) => asked)
    const payer = payerOfCart(sessionId, customerPhone)
    return carts.find((cart) => cart.payer === payer) ?? carts[0]
  }

  /** A notice with the reference of the cart that its session sent to the checkout last. @throws FMW_STORE_UNAVAILABLE */
  async withReference(event: FulfilmentEvent): Promise<FulfilmentEvent> {
    return { ...event, reference: (await this.#cartOf(event))?.reference ?? null }
  }

  /** The same, told as paid again where another order has paid for that cart. @throws FMW_STORE_UNAVAILABLE */
  async told(event: FulfilmentEvent, { entryId, conflictsWith }: Attempt): Promise<FulfilmentEvent> {
    const cart = await this.#cartOf(event)
    const named = { ...event, reference: cart?.reference ?? null }
    if (cart === undefined || event.outcome !== 'paid' || conflictsWith !== null) return named
    const { purchase, sessionId, reference, payer } = cart
    const bought = digest([purchase ?? [sessionName('programmable', sessionId), payer], reference]).slice(0, 16)
    const isFirst = await this.#isFirstOf(`purchase:${bought}`, fulfilment.identify(event).lane, entryId)
    return isFirst ? named : paidAgain(named)
  }

  /**
   * Whether the money of a notice is the first that came for what its address asks to be paid.
   *
   * @param by the id of its entry
   * @throws FMW_STORE_UNAVAILABLE
   */
  async isFirst(event: ConfirmableEvent, by: string): Promise<boolean> {
    if (event.kind !== 'ussdPayment' || event.signed === null || event.outcome !== 'paid') return true
    const { lane } = ussdPayment.identify({ ...event, evidence: 'callback', signed: null })
    return await this.#isFirstOf(purchaseKey(event.signed), lane, by)
  }

  /** The first that asks keeps it for its money, for good and for all processes. */
  async #isFirstOf(purchase: string, money: string, by: string): Promise<boolean> {
    const acceptance = await this.#parts.put(paidEntry(purchase, money, by, this.#parts.clock.now()))
    return acceptance.status === 'accepted' || (acceptance.status === 'repeated' && acceptance.isConflict !== true)
  }

  /**
   * The notice of a USSD payment came: what was given up is looked at again.
   *
   * @returns false where one is looked at right now: perhaps it was, before the notice came
   * @throws FMW_STORE_UNAVAILABLE
   */
  async heard(sessionId: string, payer: string | undefined): Promise<boolean> {
    const { inbox, registration } = this.#parts
    const asked = await this.#asked('ussd', sessionId, ['running', 'dead'])
    const watched = asked.filter((one) => isSamePayer(one.asked.payer, payer)).map(({ entry }) => entry)
    const givenUp = watched.filter(({ state }) => state === 'dead')
    for (const { id } of givenUp) await inbox.replay(registration, id)
    return givenUp.length === watched.length
  }

  /** The work of what was remembered. @throws PushProblem when it cannot be read */
  workOf(entry: StoredEntry): Preparation {
    const kept = readKept(entry.payload)
    const paidBy = isRecord(kept) && kept.paidBy
    if (typeof paidBy === 'string') return workOf(async () => ({ state: 'done', why: `it was paid: ${paidBy}` }))
    const asked = readAsked(entry)
    return workOf((attempt, age) => this.#look(asked, attempt, age))
  }

  /** Looks whether a notice came. */
  async #look(asked: AskedPayment, { entryId, replay }: Attempt, kept: number | undefined): Promise<Instead> {
    const { kind, noticeTo, payer, reference, sessionId, since } = asked
    if (kind === 'programmable') return { state: 'done', why: 'it is kept for its notice' }
    const { after, shownWithin, clock } = this.#parts
    const age = ageOf({ kept, before: 0, since, now: clock.now(), replay })
    if (age < after && !replay)
      return { state: 'later', retryIn: Math.min(after - age, after), why: 'its notice has time to come' }
    try {
      if (await this.#wasHeard(asked)) return { state: 'done', why: 'its notice came' }
      const all = await this.#asked(kind, noticeTo)
      const [last, earlier] = all.filter((one) => isSamePayer(one.asked.payer, payer))
      if (last !== undefined && last.entry.id !== entryId)
        return { state: 'done', why: `it was shown again: ${last.entry.id} waits for its notice` }
      const unseen = earlier === undefined ? await this.#whyUnseen(asked) : undefined
      if (unseen === 'notYet' && age < shownWithin)
        return { state: 'later', retryIn: Math.max(shownWithin - age, after), why: 'its screen may be shown yet' }
      if (unseen !== undefined) return { state: 'done', why: 'its subscriber left before its screen went out' }
    } catch (error) {
      return untilStoreIsBack(error)
    }
    return { state: 'dead', error: new FMW_PAYMENT_UNHEARD(reference ?? sessionId, after), review: ['unheard'] }
  }

  /**
   * Whether a notice came. Each screen that showed a payment has a prompt of its own: that the prompt of another failed says
   * nothing of this one.
   */
  async #wasHeard({ kind, noticeTo, issuedAt, payer }: AskedPayment): Promise<boolean> {
    const notices = await this.#noticesOf(kind, noticeTo)
    return notices.some(
      ({ signed, outcome }) =>
        isSamePayer(signed?.payer, payer) && (signed?.issuedAt === issuedAt || !isUnpaid(outcome)),
    )
  }

  /**
   * Why the screen is in no transcript: the subscriber left first and what the handler returned was dropped, or it is ready
   * behind a waiting screen to which nobody has returned so far. Undefined where it was shown, or nobody can tell.
   */
  async #whyUnseen({ kind, sessionId, phone, screen }: AskedPayment): Promise<'left' | 'notYet' | undefined> {
    if (screen === undefined) return undefined
    const sessions = await this.#parts.sessions.get(this.#parts.registration, sessionId)
    const own = sessions.filter((session) => session.kind === kind && session.phone === phone)
    const turns = own.flatMap(({ transcript }) => transcript)
    if (turns.some((turn) => turn.screen !== null && digest(turn.screen) === screen)) return undefined
    if (turns.some(({ type }) => type === 'release' || type === 'timeout')) return 'left'
    return own.some(({ transcript }) => transcript.at(-1)?.source === 'waiting') ? 'notYet' : undefined
  }
}

/** What was asked for, and the entry that waits for its notice. */
interface Watch {
  readonly entry: StoredEntry
  readonly asked: AskedPayment
}

const unrefused: readonly EntryState[] = ['waiting', 'running', 'done', 'dead']
// Of one payment: it is dialled for a few times, and each prompt has one notice.
const most = 10

function workOf(prepare: Preparation['prepare']): Preparation {
  return { waitsForOthers: false, newLog: undefined, prepare }
}

/** The phone of a cart, as it is known again in its session alone. */
function payerOfCart(sessionId: string, phone: string | null): string {
  return digest([sessionName('programmable', sessionId), comparedNumber(phone)]).slice(0, 16)
}

/** Work of fulfilment notices, with the reference of the cart that they are about. */
export class CartWorks implements NotificationWorks<FulfilmentEvent> {
  readonly #works: NotificationWorks<FulfilmentEvent>
  readonly #asked: AskedPayments

  constructor(works: NotificationWorks<FulfilmentEvent>, asked: AskedPayments) {
    this.#works = works
    this.#asked = asked
  }

  of(event: FulfilmentEvent, incoming: Incoming, newLog: (() => Log) | undefined): EntryWork {
    if (event.sessionId === null) return this.#works.of(event, incoming, newLog)
    const find = async (attempt: Attempt) => this.#works.of(await this.#asked.told(event, attempt), incoming, newLog)
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

  of(event: UssdPaymentEvent, incoming: Incoming, newLog: (() => Log) | undefined): EntryWork {
    const work = this.#works.of(event, incoming, newLog)
    const { sessionId = null, payer } = event.signed ?? {}
    if (sessionId === null) return work
    const hear = async () => ((await this.#asked.heard(sessionId, payer)) ? work : whileLookedAt)
    const prepared = { waitsForOthers: false, newLog, prepare: preparedBy(hear) }
    if (!isPreparation(work)) return prepared
    const { waitsForOthers } = work
    return { ...prepared, waitsForOthers, cameAgain: async () => work.cameAgain?.() }
  }
}

const whileLookedAt: Instead = { state: 'later', retryIn: 1_000, why: 'what waits for it is looked at' }

/** What the store has to be asked first. */
function preparedBy(find: (attempt: Attempt) => Promise<EntryWork | Instead>): Preparation['prepare'] {
  return async (attempt, kept) => {
    try {
      const work = await find(attempt)
      return 'prepare' in work ? await work.prepare(attempt, kept) : work
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }
}

/** The entry that stands for a payment. Asked for anew in its session with other terms, it has one more. */
function askedEntry(asked: AskedPayment, amount: number | undefined): NewEntry {
  const { kind, sessionId, noticeTo, payer, reference, since } = asked
  const lane = `askedPayment:${sessionName(kind, sessionId)}`
  return {
    kind: 'askedPayment',
    id: lane,
    state: 'waiting',
    identity: lane,
    // No session lives as long.
    identityFor: 86_400_000,
    fingerprint: digest([reference, amount === undefined ? undefined : toMinor(amount), payer]),
    lane: `${lane}|${payer}`,
    reference: (reference ?? sessionId).slice(0, longestReference),
    session: sessionName(kind, noticeTo),
    receivedAt: since,
    form: 'push',
    // Amount and phone are for people: the service knows neither our reference nor the session.
    payload: Buffer.from(JSON.stringify({ ...asked, amount })),
    reason: null,
  }
}

/** The entry that stands for the money which came first for a purchase. */
function paidEntry(purchase: string, money: string, by: string, receivedAt: number): NewEntry {
  const id = `askedPayment:${purchase}|paid`
  return {
    kind: 'askedPayment',
    id,
    state: 'waiting',
    identity: id,
    identityFor: undefined,
    fingerprint: money,
    lane: id,
    reference: null,
    receivedAt,
    form: 'push',
    payload: Buffer.from(JSON.stringify({ paidBy: by })),
    reason: null,
  }
}

/** @throws PushProblem */
function readAsked({ payload }: Pick<StoredEntry, 'payload'>): AskedPayment {
  const kept = readKept(payload)
  if (isRecord(kept)) {
    const {
      kind,
      sessionId,
      noticeTo = sessionId,
      issuedAt,
      reference,
      purchase,
      payer,
      phone = '',
      screen,
      since,
    } = kept
    const isOne = typeof sessionId === 'string' && typeof noticeTo === 'string' && typeof since === 'number'
    if ((kind === 'ussd' || kind === 'programmable') && isOne && typeof phone === 'string') {
      return {
        kind,
        sessionId,
        noticeTo,
        issuedAt: typeof issuedAt === 'number' ? issuedAt : undefined,
        reference: textOf(reference),
        purchase: textOf(purchase),
        payer: textOf(payer),
        phone,
        screen: textOf(screen),
        since,
      }
    }
  }
  throw new PushProblem({ field: null, expected: 'a payment that was asked for', received: 'other bytes' })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
