import type { TransactionAnswer, TransactionQuestion } from '../../client/transactions/transaction.ts'
import type { Confirmation, Verdict } from '../../pushes/money/confirmation.ts'
import { addressKey, type SignedAddress } from '../../pushes/money/signed-address.ts'
import { digest, withoutForm } from '../../pushes/reading/identifiers.ts'
import type { NewEntry } from '../../store/entry.ts'
import { signedFor } from '../rules/callback-signer.ts'
import { paidAgain, withReason } from '../rules/doubts.ts'
import {
  barePayment,
  checkoutLane,
  checkoutOf,
  type ExpectedPayment,
  type Patience,
} from '../rules/expected-payment.ts'
import {
  endOf,
  endsOf,
  heldAgainstAddress,
  type IsOtherPayer,
  isSettled,
  isUnpaid,
  judgeAnswer,
  secondOf,
  type Terms,
} from '../rules/judge-answer.ts'
import { askService, type PaymentConfirmer } from '../rules/payment-confirmer.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'
import { SharedAnswers } from '../rules/shared-answers.ts'
import { type ExpectedTerms, KeptExpectations, type KeptExpectationsParts } from './kept-expectations.ts'
import {
  type Announced,
  contradictedBy,
  countOf,
  isNewsAfter,
  isOver,
  isPlain,
  lastOf,
  Results,
  type ResultsParts,
  type ToldEnd,
} from './results.ts'

/** What payments are confirmed with. */
export interface ConfirmationsParts extends ResultsParts, Omit<KeptExpectationsParts, 'results'> {
  readonly confirmer: PaymentConfirmer
  /** Whether its payments are created here, or get addresses of their own, so that one nobody asked for is odd. */
  readonly expects: boolean
  readonly isOtherPayer: IsOtherPayer
}

/** A payment that is asked about. */
export interface PaymentInQuestion {
  readonly kind: ExpectedPayment['kind']
  readonly question: TransactionQuestion
  /** What a push says of its invoice. */
  readonly claimedCheckoutId: string | null
  /** What a push says it was paid in. */
  readonly claimedCurrency: string | null
  readonly signed: SignedAddress | null
  /** When it was told of, epoch ms. */
  readonly at: number
  /** The entry that asks. */
  readonly id: string
  /** What is expected of it, where that is at hand. */
  readonly expected?: ExpectedPayment
  /** Whether a person who asked for what is expected of it looks at it: nothing comes late then. */
  readonly isLookedAt?: boolean
  /** Whether a push asks in its turn: what waits behind it is told after it. */
  readonly isInLine?: boolean
}

/** What asking came to. */
export type Asked =
  | {
      readonly verdict: Verdict
      /** Whether somebody knows whom it concerns. */
      readonly isKnown: boolean
      /** Whether it was asked for here, or told of before. */
      readonly isExpected: boolean
      /** Why it is told by somebody else; undefined where it is not. */
      readonly toldElsewhere: string | undefined
      /** Whether it came to its own address, and something else was the first to name it. */
      readonly isForestalled: boolean
      /** Whether its address says something against it that nothing else does. */
      readonly isDoubtedByAddress: boolean
      /** Whether the service was asked for another entry, before. */
      readonly isShared: boolean
      readonly problem?: undefined
    }
  | { readonly verdict?: undefined; readonly problem: string }

/** What became of a result that was to be announced. */
export type Announcement = (Announced & { readonly since?: undefined }) | { readonly since: string }

/** What the service says of payments, beside what was asked for. */
export class Confirmations {
  readonly #parts: ConfirmationsParts
  readonly #answers: SharedAnswers
  readonly results: Results
  readonly expectations: KeptExpectations

  constructor(parts: ConfirmationsParts) {
    this.#parts = parts
    this.#answers = new SharedAnswers(parts.clock)
    this.results = new Results(parts)
    this.expectations = new KeptExpectations({ ...parts, results: this.results })
  }

  get patience(): Patience {
    return this.#parts.patience
  }

  /** Whether what fails is tried again. */
  get retries(): boolean {
    return this.#parts.retries
  }

  /** Whether a push that came to no address of its own may be anybody's. */
  get isSigned(): boolean {
    return this.#parts.isSigned
  }

  /** Epoch ms. */
  now(): number {
    return this.#parts.clock.now()
  }

  /**
   * Asks the service, and compares what it says with what was asked for.
   *
   * @param isAgain whether no answer will do that somebody asked for before
   * @throws FMW_STORE_UNAVAILABLE
   */
  async ask(payment: PaymentInQuestion, signal: AbortSignal, isAgain: boolean): Promise<Asked> {
    const { confirmer, clock } = this.#parts
    const { kind, question } = payment
    const asker = isAgain ? { id: payment.id, at: Number.POSITIVE_INFINITY } : payment
    const shared = this.#answers.of(question, asker, () => askService(confirmer, question, clock, signal))
    const { told: asking, askedAt } = shared
    const { clientReference } = question
    const atHand = payment.expected ?? this.expectations.remembered(clientReference)
    const [told, expected] =
      atHand === undefined ? await Promise.all([asking, this.expectations.of(clientReference)]) : [await asking, atHand]
    if (told.answer === undefined) return { problem: told.problem }
    const reference = told.answer.transaction?.clientReference ?? undefined
    const isOther = reference !== undefined && reference !== clientReference
    // It may have been created while the service was asked.
    const known =
      isOther && kind === 'checkout'
        ? await this.expectations.of(reference)
        : (expected ?? (await this.expectations.of(clientReference)))
    const own = signedFor(kind, payment.signed, reference ?? clientReference)
    const isLate = payment.isLookedAt !== true && (await this.#wasGivenUp(payment, known))
    const terms = this.#termsOf(payment, known, own, isLate)
    const { verdict, isOfCheckout } = await this.#weigh(payment, { answer: told.answer, askedAt }, terms, own)
    const isToldElsewhere = own === null && (await this.#isToldAtItsAddress(kind, verdict))
    const toldElsewhere = isOfCheckout ? byCheckout : isToldElsewhere ? byItsAddress : undefined
    // Whom it concerns is known where a record, an invoice or an address of ours says so.
    const isNamed = told.answer.transactions.some(
      (record) => record.clientReference !== null && record.clientReference === clientReference,
    )
    const isKnown = reference !== undefined || isNamed || known !== undefined || own !== null
    const besides = judgeAnswer(told.answer, this.#termsOf(payment, known, null, isLate), askedAt).needsReview
    const isDoubtedByAddress =
      kind === 'checkout' && own !== null && verdict.needsReview.some((reason) => !besides.includes(reason))
    const paidFor = kind === 'checkout' ? (reference ?? clientReference) : own?.reference
    return {
      verdict: toldElsewhere === undefined ? await this.#once(payment, verdict, paidFor ?? null, own) : verdict,
      isKnown,
      isDoubtedByAddress,
      isShared: shared.isShared,
      // One whose creation was cut off does not stand under its reference yet.
      isExpected: known !== undefined && !known.hasFailed,
      isForestalled: own !== null && known?.isOurs === false,
      toldElsewhere,
    }
  }

  /** The handler was told that it was given up, and may have sold the goods: under what its push says, or what is expected of it. */
  async #wasGivenUp(
    { kind, question, signed, at, isInLine = false }: PaymentInQuestion,
    known: ExpectedTerms | undefined,
  ): Promise<boolean> {
    const { expectations } = this
    if (known !== undefined && (await expectations.wasGivenUp(known, isInLine))) return true
    const own = signedFor(kind, signed, question.clientReference)
    const since = Math.min(at, own?.issuedAt ?? at)
    return await expectations.wasGivenUp({ ...barePayment(kind, question, since), signed: own }, isInLine)
  }

  /** One order may be asked for as a checkout and in a session: the second that is paid is told as that. */
  async #once(
    { kind, id: by }: PaymentInQuestion,
    verdict: Verdict,
    reference: string | null,
    own: SignedAddress | null,
  ): Promise<Verdict> {
    const as = kind === 'checkout' ? 'checkout' : 'session'
    const address = own === null || kind === 'checkout' ? null : addressKey(own)
    return await this.#parts.settled.told(verdict, { reference, as, money: [moneyOf(verdict), address], by })
  }

  /**
   * What a record comes to. Money that is told at an address made for it is told there alone, and no other money at that
   * address; and money under the reference of a checkout is that of the checkout, or of the USSD payment that was told first:
   * else one payment settled two orders. What comes to its own address is told there whatever it comes to, with a doubt where
   * it may be somebody else's: anybody may name a reference in a callback, and that must keep no money from being told.
   */
  async #weigh(
    { kind, question, at }: PaymentInQuestion,
    { answer, askedAt }: { readonly answer: TransactionAnswer; readonly askedAt: number },
    terms: Terms,
    own: SignedAddress | null,
  ): Promise<{ readonly verdict: Verdict; readonly isOfCheckout: boolean }> {
    const { isOtherPayer } = this.#parts
    const { transaction } = answer
    if (kind === 'checkout' || transaction === null) {
      return { verdict: judgeAnswer(answer, terms, askedAt), isOfCheckout: false }
    }
    const reasons = own === null ? [] : heldAgainstAddress(own, transaction, isOtherPayer)
    const held = { ...terms, reasons: [...terms.reasons, ...reasons] }
    const verdict = judgeAnswer(answer, held, askedAt)
    const use = await this.#useOf(transaction.clientReference, verdict.outcome === 'paid')
    if (use === 'ours' || (use === 'checkout' && own === null)) return { verdict, isOfCheckout: true }
    const told = { ...barePayment(kind, question, at), signed: own }
    const isOfCheckout = use === 'checkout' && verdict.confirmation.says === 'paid'
    const taken = isOfCheckout ? 'reused' : await this.#takenBy(verdict, told)
    if (taken === undefined) return { verdict, isOfCheckout: false }
    if (taken === 'paidTwice') return { verdict: paidAgain(verdict), isOfCheckout: false }
    const reused = { ...held, reasons: [...held.reasons, taken] }
    return { verdict: judgeAnswer(answer, reused, askedAt), isOfCheckout: false }
  }

  /** Why money that came to an address is not told there as it is: it is told elsewhere, or other money came first. */
  async #takenBy(verdict: Verdict, told: ExpectedPayment): Promise<'paidTwice' | 'reused' | undefined> {
    const money = moneyOf(verdict)
    const { signed } = told
    if (signed === null || money === null) return undefined
    if (verdict.outcome === 'paid') return await this.expectations.join(money, signed, told)
    return isOtherEnd(verdict) && (await this.expectations.isToldElsewhere(money, signed)) ? 'reused' : undefined
  }

  /**
   * What the service says of a payment that wasn't paid, or went back, beside other money that is paid at its address by now, or for
   * the same purchase. It is looked at just before it is told: both may have been asked about at one moment.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  async besidePaid(verdict: Verdict, { kind, signed }: ConfirmableEvent): Promise<Verdict> {
    const { confirmation, needsReview } = verdict
    const isDoubted = needsReview.includes('contradicted') || needsReview.includes('reused')
    if (kind === 'checkout' || signed === null || !isOtherEnd(verdict) || isDoubted) return verdict
    const paid = await this.expectations.paidAt(signed, namesOf(confirmation))
    // What it is known by is named first.
    return paid ? { ...verdict, needsReview: [...needsReview, 'contradicted'], contradicts: paid.by } : verdict
  }

  /**
   * Puts what the service said into the inbox. Where the payment was told before as one, and is two by now, that is told
   * too: somebody has to give one back. Where another end was told since, it is told once more, and so it is where it was
   * told as unexpected, and comes to its own address now, or by a push alone that counts the money otherwise: what somebody posts
   * must not spoil that. It is told as contradicted behind a push that claims money which the service does not know.
   *
   * @param known the entry of another end that stood before the service was asked
   * @returns `since`: another end that may have been found out since then, so that the service has to be asked again
   * @throws FMW_STORE_UNAVAILABLE
   */
  async announce(verdict: Verdict, entryOf: (verdict: Verdict) => NewEntry, known?: string): Promise<Announcement> {
    const told = await this.told(verdict, entryOf)
    const last = lastOf(told)
    const since = endSince(verdict, last, known)
    if (since !== undefined) return { since: since.id }
    const held = heldAgainstTold(told, verdict)
    const result = entryOf({ ...held, toldBefore: countOf(told) })
    const announced = await this.results.announce(result)
    // A push that was told between the look and this is looked at too: it may be anybody's.
    if (isEnded(announced) && !isAmong(told, announced) && isAmong(await this.told(verdict, entryOf), announced)) {
      return await this.announce(verdict, entryOf, known)
    }
    const news = newsAfter(last, held)
    if (news !== undefined) {
      return (await this.results.takeBesideDoubted(told, result))
        ? await this.results.announceAfter(told, entryOf({ ...news, toldBefore: countOf(told) }))
        : await this.announce(verdict, entryOf, known)
    }
    const isOvertaken = told.some((one) => one.isOvertaken && one.id === announced.id)
    if (!(isOvertaken || isEnded(announced))) return announced
    const second = secondOf(verdict)
    if (second !== undefined) await this.results.announce(entryOf(second))
    const isTold = last === undefined || last.end === endOf(verdict) || !isSettled(verdict)
    if (isTold || isToldBeforePush(told, last, verdict)) return announced
    // Before that other end a push may have told the same, and counted the money otherwise.
    const same = newsAfter(lastOf(told.filter(({ end }) => end === endOf(verdict))), held)
    const again = same === undefined ? result : entryOf({ ...same, toldBefore: countOf(told) })
    return (await this.results.takeBesideDoubted(told, result))
      ? await this.results.announceAfter(told, again)
      : await this.announce(verdict, entryOf, known)
  }

  /**
   * A push that was told since, where the service says of its money that it did not come, or did not go back.
   *
   * @param besides the id of an entry that is left out
   * @throws FMW_STORE_UNAVAILABLE
   */
  async contradictedPush(
    verdict: Verdict,
    entryOf: (verdict: Verdict) => NewEntry,
    besides?: string,
  ): Promise<ToldEnd | undefined> {
    if (this.#parts.isConfirmed || !isSettled(verdict)) return undefined
    const told = await this.told(verdict, entryOf, besides)
    if (lastOf(told)?.end === endOf(verdict)) return undefined
    const contradicted = contradictedBy(told, verdict)
    return contradicted?.pushed && contradicted
  }

  /**
   * Tells that nobody knows what became of a payment, unless an end of it is told before that has its turn, or the service has said
   * of its money how it ended: that stands.
   *
   * @param isMoved whether it is claimed since that money moved, by more than what anybody may have posted
   * @returns whether the handler hears that, or has heard it: not where an end was told in its place before
   * @throws FMW_STORE_UNAVAILABLE
   */
  async tellUnknown(verdict: Verdict, entryOf: (verdict: Verdict) => NewEntry, isMoved = false): Promise<boolean> {
    const told = await this.told(verdict, entryOf)
    const last = lastOf(told)
    if (!isMoved && last !== undefined && last.pushed === undefined && !isUnpaid(last.end)) return false
    return await this.results.announceUnknown(entryOf({ ...verdict, toldBefore: countOf(told.filter(isOver)) }))
  }

  /**
   * What the handler was told of a payment, or is about to be, the last first.
   *
   * @param besides the id of an entry that is left out
   * @throws FMW_STORE_UNAVAILABLE
   */
  async told(verdict: Verdict, entryOf: (verdict: Verdict) => NewEntry, besides?: string): Promise<readonly ToldEnd[]> {
    const ends = endsOf(verdict).map(([end, one]) => ({ end, result: entryOf(one) }))
    return await this.results.told(ends, besides)
  }

  /**
   * Sees that the service is asked at once how a payment stands of which another end was told, and once more each
   * `reconcile.after` in which that is wanted while nothing else is told.
   *
   * @param last the entry that tells it
   * @throws FMW_STORE_UNAVAILABLE
   */
  async askAfter(last: string, payment: string, end: string, expected: ExpectedPayment): Promise<void> {
    const look = { ...expected, isRecheck: true, since: this.now(), before: this.patience.after }
    const isFirst = await this.expectations.expect(`${payment}|${end} after ${digest(last).slice(0, 12)}`, look)
    if (!isFirst) await this.expectations.recheck(payment, expected)
  }

  async #isToldAtItsAddress(kind: ExpectedPayment['kind'], verdict: Verdict): Promise<boolean> {
    const money = moneyOf(verdict)
    return kind !== 'checkout' && money !== null && (await this.expectations.isJoined(money))
  }

  /**
   * The checkout whose reference the record of a USSD payment has, if one was asked for here or named by a callback. Where
   * none was and the payment is paid, no checkout has it from now on.
   */
  async #useOf(reference: string | null, isPaid: boolean): Promise<'ours' | 'checkout' | undefined> {
    if (reference === null) return undefined
    // One whose creation was cut off may never be told by itself.
    const known = await this.expectations.underReference(reference)
    if (known?.isOurs === true) return 'ours'
    if (known !== undefined) return known.toldAs === 'ussdPayment' ? undefined : 'checkout'
    const checkout = checkoutOf(reference, this.now())
    if (await this.expectations.isTold(checkout)) return 'checkout'
    const isFree =
      !isPaid || (await this.expectations.expect(checkoutLane(reference), { ...checkout, toldAs: 'ussdPayment' }))
    return isFree ? undefined : await this.#useOf(reference, false)
  }

  #termsOf(
    { kind, claimedCheckoutId, claimedCurrency, signed }: PaymentInQuestion,
    expected: ExpectedTerms | undefined,
    own: SignedAddress | null,
    isLate: boolean,
  ): Terms {
    const { expects } = this.#parts
    const isOurs = expected?.isOurs === true || own !== null
    const asked = [expected, own].filter((terms) => terms !== undefined && terms !== null)
    return {
      amountMinor: asked.reduce<number | null>((most, { amountMinor }) => largest(most, amountMinor), null),
      currencies: asked.flatMap(({ currency }) => currency ?? []),
      reference: kind === 'checkout' ? (signed?.reference ?? null) : null,
      checkoutId: expected?.checkoutId ?? null,
      claimedCheckoutId,
      // Of a push elsewhere nobody knows who sent it.
      claimedCurrency: own && claimedCurrency,
      reasons: [
        ...(expects && !isOurs ? (['unexpected'] as const) : []),
        ...(isLate ? (['late'] as const) : []),
        ...(kind === 'checkout' && expected?.toldAs === 'ussdPayment' ? (['reused'] as const) : []),
      ],
    }
  }
}

/**
 * Another end that stands, and may have been found out after the service was asked for this one. The clocks of two processes
 * don't say which of two questions came first; the store does: an end that stood in it before the second was asked.
 */
export function endSince(verdict: Verdict, last: ToldEnd | undefined, known?: string): ToldEnd | undefined {
  return last === undefined || last.end === endOf(verdict) || last.id === known ? undefined : last
}

/** Whether nothing is left to do about the entry that tells a result. */
export function isEnded({ state }: Pick<Announced, 'state'>): boolean {
  return state === 'done' || state === 'dead'
}

function isAmong(told: readonly ToldEnd[], { id }: Announced): boolean {
  return told.some((one) => one.id === id)
}

function largest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

const byCheckout = 'It is the payment of a checkout, which is told by itself'
const byItsAddress = 'It is told at the address that was made for it'

/**
 * What the service's word is told as after the same end was told, where it is news; undefined where it isn't. After a push that
 * nothing was odd about it contradicts that: one of the two counts the money wrongly.
 */
function newsAfter(last: ToldEnd | undefined, verdict: Verdict): Verdict | undefined {
  if (last?.end !== endOf(verdict) || !isNewsAfter(last, verdict)) return undefined
  const { outcome, confirmation, needsReview } = verdict
  if (last.pushed === undefined) return outcome === confirmation.says ? verdict : undefined
  if (last.isUnexpected || !isPlain(last.pushed) || needsReview.includes('contradicted')) return verdict
  // What it is known by says first what is odd about the money.
  return outcome === 'paid'
    ? withReason('contradicted', verdict)
    : { ...verdict, needsReview: [...needsReview, 'contradicted'] }
}

/**
 * Whether the same was told plainly before another end that only a push claims, which was told as contradicted by it. Not where the
 * service has said otherwise in between.
 */
function isToldBeforePush(told: readonly ToldEnd[], last: ToldEnd, verdict: Verdict): boolean {
  if (last.pushed === undefined || contradictedBy([last], verdict) !== undefined) return false
  const end = endOf(verdict)
  const standing = told.filter(({ isOvertaken }) => !isOvertaken)
  const otherwise = standing.findIndex((one) => one.end !== end && one.pushed === undefined)
  return standing
    .slice(0, otherwise === -1 ? undefined : otherwise)
    .some((one) => one.end === end && !one.isDoubted && !isNewsAfter(one, verdict))
}

/** What the service says, held against all ends that were told of its payment. */
export function heldAgainstTold(told: readonly ToldEnd[], verdict: Verdict): Verdict {
  const contradicted = contradictedBy(told, verdict)
  if (contradicted === undefined || verdict.needsReview.includes('contradicted')) return verdict
  return { ...withReason('contradicted', verdict), contradicts: contradicted.toldBy }
}

/** Whether a payment ended otherwise than paid, as the service says. */
function isOtherEnd(verdict: Verdict): boolean {
  return isSettled(verdict) && verdict.confirmation.says !== 'paid'
}

/** What the service calls the money of a record, however it spells it: two of its answers may differ in that. */
function moneyOf({ confirmation }: Verdict): string | null {
  return namesOf(confirmation)[0] ?? null
}

function namesOf({ transactionId, networkTransactionId }: Confirmation): string[] {
  return [transactionId, networkTransactionId].flatMap((name) => (name === null ? [] : withoutForm(name)))
}
