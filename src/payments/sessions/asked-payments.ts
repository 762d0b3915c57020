import type { Clock } from '../../clock.ts'
import type { Attempt } from '../../inbox/attempt.ts'
import { sessionName } from '../../inbox/entry.ts'
import { eventOf } from '../../inbox/read-entry.ts'
import { foundWork, type Instead, needless, type Preparation } from '../../inbox/work.ts'
import { type FulfilmentEvent, fulfilment } from '../../pushes/fulfilment.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'
import { isSamePayer, type SignedAddress } from '../../pushes/money/signed-address.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { ussdPayment } from '../../pushes/ussd-payment.ts'
import { currencyOf, purchaseOf, type Reply } from '../../replies/index.ts'
import { askStore } from '../../store/ask-store.ts'
import type { EntryState, NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance, InboxStore } from '../../store/inbox-store.ts'
import type { SessionLook } from '../../store/turn-store.ts'
import { maskPhone, phoneKey } from '../../text/phone.ts'
import { paidByOf, paidId, type SettledReferences } from '../money/settled-reference.ts'
import { inItsCurrency } from '../rules/doubts.ts'
import { FMW_PAYMENT_UNHEARD } from '../rules/errors.ts'
import { type IsOtherPayer, isUnpaid } from '../rules/judge-answer.ts'
import { endedWork } from '../work/ended-work.ts'
import { ageOf, tooEarly } from '../work/preparation-trouble.ts'
import { type AskedPayment, askedEntry, nameOf, payerOfCart, purchaseOfCart, readAsked } from './asked-entry.ts'
import { askedOf, cartOf, pageOf, pageSize, type Watch } from './asked-of-session.ts'

/** What payments that sessions ask for are remembered with. */
export interface AskedPaymentsParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'list' | 'get' | 'replay'>
  /** What the sessions showed. */
  readonly sessions: Pick<SessionLook, 'get'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** Which references are paid, and how. */
  readonly settled: SettledReferences
  readonly isOtherPayer: IsOtherPayer
  /** Without a notice for this long, ms, a person is to look at a payment. */
  readonly after: number
  /** A screen that was not shown for this long, ms, never is: its session is forgotten. */
  readonly shownWithin: number
  readonly clock: Clock
}

/** What is known of the notice of a payment. */
export interface AwaitedNotice {
  /** What its address was signed for, where it has one of its own. */
  readonly signed: SignedAddress | undefined
  /** Whether it comes to this registration, which has the room to wait for it. */
  readonly isAwaited: boolean
}

/** The phone of a session that asks. */
type AskingSession = Pick<SessionEvent, 'kind' | 'mobile' | 'mobileInternational'>
type RememberedSession = AskingSession & Pick<SessionEvent, 'sessionId'>

/**
 * The payments that sessions have asked for, watched until their notices come. Of a cart the merchant's own reference is kept
 * too, since its notice brings back the session alone. What asks for a payment and what tells of it are entries of one
 * session.
 */
export class AskedPayments {
  readonly #parts: AskedPaymentsParts

  constructor(parts: AskedPaymentsParts) {
    this.#parts = parts
  }

  /**
   * Remembers what the last screen of a session asks for, before it goes out. Where the store cannot, although it is asked for a while,
   * it doesn't go out: the notice of its payment couldn't be kept either, and nothing would name the money.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  async remember(
    { kind, sessionId, ...session }: RememberedSession,
    reply: Reply,
    { signed, isAwaited }: AwaitedNotice,
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
      currency: currencyOf(reply),
      purchase: purchaseOf(reply),
      payer: signed === undefined ? payerOfCart(sessionId, numberOf(session)) : signed.payer,
      phone: maskPhone(session.mobile),
      isAwaited,
      screen,
      since: this.#parts.clock.now(),
    }
    const { clock, put } = this.#parts
    const entry = askedEntry(asked, payment?.amount, numberOf(session))
    await askStore(clock, { patience, tries: Number.POSITIVE_INFINITY }, () => put(entry))
  }

  /**
   * The sessions to which the notices come of what a phone was asked to pay for one thing that was done, the earliest first.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  async noticesTo({ kind, ...session }: AskingSession, purchase: string): Promise<readonly string[]> {
    const query = { phone: phoneKey(numberOf(session)), kinds: ['askedPayment'] } as const
    const asked: AskedPayment[] = []
    let cursor: string | undefined
    for (let seen = 0; seen < mostOfPhone; seen += pageSize) {
      const { entries, next } = await pageOf(this.#parts, { ...query, cursor })
      asked.push(...entries.map(readAsked))
      if (next === undefined) break
      cursor = next
    }
    const same = asked.filter((one) => one.kind === kind && one.purchase === purchase)
    return [...new Set(same.map(({ noticeTo }) => noticeTo).reverse())]
  }

  /**
   * Whether a notice came of a payment that a phone was asked for, paid or not: of one thing that was done, although more was
   * sold in a session.
   *
   * @param sessionId to which the notice comes
   * @throws FMW_STORE_UNAVAILABLE
   */
  async hasNotice(
    { kind, ...session }: AskingSession,
    sessionId: string,
    purchase: string | undefined,
  ): Promise<boolean> {
    if (kind === 'programmable') {
      return await this.#hasCartNotice(sessionId, payerOfCart(sessionId, numberOf(session)), purchase)
    }
    const all = await this.#noticesOf(kind, sessionId)
    const notices = all.filter(
      ({ signed }) => signed === null || this.#parts.isOtherPayer(signed, session.mobile) !== true,
    )
    if (notices.length === 0) return false
    const asked = (await askedOf(this.#parts, kind, sessionId)).map((one) => one.asked)
    return notices.some((notice) => {
      const own = asked.filter(({ payer }) => isSamePayer(payer, notice.signed?.payer))
      return isNoticeOf(purchase, own, notice)
    })
  }

  /** A cart may be paid for with any phone, unless that has asked in a session of the same id. */
  async #hasCartNotice(sessionId: string, own: string | undefined, purchase: string | undefined): Promise<boolean> {
    const notices = await this.#noticesOf('programmable', sessionId)
    if (notices.length === 0) return false
    const carts = (await askedOf(this.#parts, 'programmable', sessionId)).map(({ asked }) => asked)
    const asked = carts.filter(({ payer }) => payer === own)
    const others = carts.map(({ payer }) => payer).filter((payer) => payer !== own)
    return notices
      .filter(({ customerPhone }) => !others.includes(payerOfCart(sessionId, customerPhone)))
      .some((notice) => isNoticeOf(purchase, asked, notice))
  }

  /** The notices of what a session asked for. */
  async #noticesOf(kind: TurnKind, sessionId: string): Promise<readonly PaymentFacts[]> {
    const push = kind === 'ussd' ? ussdPayment : fulfilment
    const session = sessionName(kind, sessionId)
    const { entries } = await pageOf(this.#parts, { session, kinds: [push.kind], states: unrefused })
    return entries.map((entry) => eventOf<PaymentFacts>({ push, country: undefined }, entry))
  }

  /**
   * A notice with the reference of the cart that its session sent to the checkout last, told as paid again where another order has
   * paid for that cart, or where its reference was paid as a checkout.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  async told(event: FulfilmentEvent, { entryId, conflictsWith }: Attempt): Promise<FulfilmentEvent> {
    const cart = (await cartOf(this.#parts, event))?.asked
    const paid = { ...event, reference: cart?.reference ?? null }
    const named = inItsCurrency(paid, event.order.currency, cart?.currency)
    if (cart === undefined) return named
    const { lane } = fulfilment.identify(event)
    // What conflicts is told as contradicted. A failure after it was paid may be anybody's or a late copy: it gives nothing back.
    if (named.outcome === 'paid' && conflictsWith !== null) return named
    const purchase = { name: purchaseOfCart(cart), money: lane }
    const reference = cart.reference ?? null
    return await this.#parts.settled.told(named, { reference, as: 'session', money: [lane], purchase, by: entryId })
  }

  /**
   * The notice of a USSD payment came: what was given up is looked at again.
   *
   * @returns false where one is looked at right now: perhaps it was, before the notice came
   * @throws FMW_STORE_UNAVAILABLE
   */
  async heard(sessionId: string, payer: string | undefined): Promise<boolean> {
    const asked = await askedOf(this.#parts, 'ussd', sessionId, ['running', 'dead'])
    return await this.#lookAgain(asked.filter((one) => isSamePayer(one.asked.payer, payer)))
  }

  /** The same of a cart. @throws FMW_STORE_UNAVAILABLE */
  async heardCart(event: FulfilmentEvent): Promise<boolean> {
    const cart = await cartOf(this.#parts, event)
    return cart?.asked.isAwaited === true ? await this.#lookAgain([cart]) : true
  }

  async #lookAgain(asked: readonly Watch[]): Promise<boolean> {
    const { inbox, registration } = this.#parts
    const watched = asked.map(({ entry }) => entry).filter(({ state }) => state === 'running' || state === 'dead')
    const givenUp = watched.filter(({ state }) => state === 'dead')
    for (const { id } of givenUp) await inbox.replay(registration, id)
    return givenUp.length === watched.length
  }

  /** The work of what was remembered. @throws PushProblem when it cannot be read */
  workOf(entry: StoredEntry): Preparation {
    const paidBy = paidByOf(entry)
    if (paidBy !== undefined) return endedWork(`it was paid: ${paidBy}`)
    const asked = readAsked(entry)
    return foundWork((attempt, kept) => this.#look(asked, attempt, kept))
  }

  /** Looks whether a notice came. */
  async #look(asked: AskedPayment, { entryId, replay }: Attempt, kept: number | undefined): Promise<Instead> {
    const { kind, noticeTo, payer, since, isAwaited } = asked
    if (!isAwaited) return needless('it is kept for its notice')
    const { after, shownWithin, clock } = this.#parts
    const age = ageOf({ kept, before: 0, since, now: clock.now(), replay })
    if (age < after && !replay) return tooEarly('notice', age, after)
    if (await this.#wasHeard(asked)) return { state: 'done', why: 'its notice came' }
    const all = await askedOf(this.#parts, kind, noticeTo)
    const [last, earlier] = all.filter((one) => isSamePayer(one.asked.payer, payer))
    if (last !== undefined && last.entry.id !== entryId)
      return needless(`it was shown again: ${last.entry.id} waits for its notice`)
    const unseen = earlier === undefined ? await this.#whyUnseen(asked) : undefined
    if (unseen === 'notYet' && age < shownWithin)
      return { state: 'later', retryIn: Math.max(shownWithin - age, after), why: 'its screen may be shown yet' }
    if (unseen !== undefined) return needless('its subscriber left before its screen went out')
    return { state: 'dead', error: new FMW_PAYMENT_UNHEARD(nameOf(asked), after), review: ['unheard'] }
  }

  /**
   * Whether a notice came. Each screen that showed a payment has a prompt of its own: that the prompt of another failed says
   * nothing of this one.
   */
  async #wasHeard(asked: AskedPayment): Promise<boolean> {
    const { kind, noticeTo, issuedAt, payer, purchase } = asked
    if (kind === 'programmable') {
      const { inbox, registration } = this.#parts
      const paid = await inbox.get(registration, paidId(purchaseOfCart(asked)))
      return paid !== undefined || (await this.#hasCartNotice(noticeTo, payer, purchase))
    }
    const notices = await this.#noticesOf(kind, noticeTo)
    if (notices.length === 0) return false
    const all = (await askedOf(this.#parts, kind, noticeTo)).map((one) => one.asked)
    const own = all.filter((one) => isSamePayer(one.payer, payer))
    return notices
      .filter(({ signed }) => isSamePayer(signed?.payer, payer))
      .some(
        (notice) =>
          notice.signed?.issuedAt === issuedAt || (!isUnpaid(notice.outcome) && isNoticeOf(purchase, own, notice)),
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

/** A phone has one number, however a push writes it. */
function numberOf({ mobile, mobileInternational }: Pick<SessionEvent, 'mobile' | 'mobileInternational'>): string {
  return mobileInternational ?? mobile
}

/**
 * Whether a notice is of one thing that was done. Where a session has sold several, it is of what was asked for last before it:
 * before its address was made, or before it came.
 *
 * @param asked what its phone was asked for in the session, the newest first
 */
function isNoticeOf(
  purchase: string | undefined,
  asked: readonly AskedPayment[],
  { signed, receivedAt }: PaymentFacts,
): boolean {
  const at = signed?.issuedAt ?? receivedAt.getTime()
  const own = asked.find(({ issuedAt, since }) => (issuedAt ?? since) <= at) ?? asked.at(-1)
  return own?.purchase === undefined || purchase === undefined || own.purchase === purchase
}

const unrefused: readonly EntryState[] = ['waiting', 'running', 'done', 'dead']
// Payments that are looked through for one of a phone.
const mostOfPhone = 100
// ms: the rest of a turn is for its other writes.
const patience = 3_000
