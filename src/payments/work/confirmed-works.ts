import { compareIdentifiers } from '../../client/transactions/same-transaction.ts'
import type { Attempt } from '../../inbox/attempt.ts'
import { writePayload } from '../../inbox/entry.ts'
import { claimOf } from '../../inbox/read-entry.ts'
import {
  contradicting,
  type Delivery,
  deliveryOf,
  type Instead,
  type NotificationWorks,
  type Preparation,
} from '../../inbox/work.ts'
import type { HandlerLog } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import type { Outcome } from '../../pushes/money/outcome.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'
import type { NewEntry } from '../../store/entry.ts'
import { differFrom, differsFrom } from '../rules/differs-from.ts'
import { correctionOf } from '../rules/doubts.ts'
import { type ExpectedPayment, expectedOf } from '../rules/expected-payment.ts'
import { isFinal, isSettled, isUnpaid, unsettled, verdictOf } from '../rules/judge-answer.ts'
import { type ConfirmableEvent, claimedCheckoutId, questionOf } from '../rules/question-of.ts'
import { endSince, heldAgainstTold } from './announcements.ts'
import type { Asked, Confirmations } from './confirmations.ts'
import type { ResultKind } from './payment-results.ts'
import { afterTrouble, ageOf, later } from './preparation-trouble.ts'
import type { Announced } from './results.ts'
import { countOf, isOver, lastOf } from './told-ends.ts'
import { ToldWorks, type WorkedPayment } from './told-result.ts'

/** Work that asks the service about a payment before the handler is told of it. */
export function confirmedWorks<Event extends ConfirmableEvent>(
  results: ResultKind<Event>,
  confirmations: Confirmations,
): NotificationWorks<Event> {
  const told = new ToldWorks(results, confirmations)
  return {
    of(event, incoming, newLog) {
      const question = incoming.verdict === undefined ? questionOf(event) : undefined
      if (question === undefined) return told.of(unconfirmed(event, incoming), incoming, newLog)
      return new Confirming({ event, incoming, newLog, results, confirmations }, question)
    },
  }
}

/** What one push says is held against what the service says. */
class Confirming<Event extends ConfirmableEvent> implements Preparation {
  readonly waitsForOthers = true
  readonly #parts: WorkedPayment<Event>
  readonly #question: NonNullable<ReturnType<typeof questionOf>>
  /** Of the push at this attempt, ms. */
  #age = 0

  constructor(parts: WorkedPayment<Event>, question: NonNullable<ReturnType<typeof questionOf>>) {
    this.#parts = parts
    this.#question = question
  }

  get newLog(): (() => HandlerLog) | undefined {
    return this.#parts.newLog
  }

  prepare(attempt: Attempt, kept?: number): Promise<Delivery | Instead> {
    const now = this.#parts.confirmations.now()
    const since = this.#parts.event.receivedAt.getTime()
    this.#age = ageOf({ kept, before: 0, since, now, replay: attempt.replay })
    return this.#decide(attempt).catch((error: unknown) => {
      const { giveUpAfter } = this.#parts.confirmations.patience
      const trouble = { log: attempt.log, age: this.#age, giveUpAfter }
      return afterTrouble(error, trouble, (why) => ({ state: 'rejected', why, review: ['givenUp'] }))
    })
  }

  /**
   * A push came again that is over, and another end was told since: the payment may have come to this one again. The service
   * is asked at once, and once more each `reconcile.after` in which it comes while nothing else is told.
   */
  async cameAgain(): Promise<undefined> {
    const { event, incoming, results, confirmations } = this.#parts
    const { announcements } = confirmations
    const expected = this.#expected()
    // Before what was told: what is over by then is found there.
    const open = await confirmations.results.openIn(results.entryOf(event, incoming).lane)
    const last = lastOf(await announcements.told(verdictOf(event.outcome, expected), this.#entryOf))
    if (last === undefined) return
    const of = { payment: results.followedAs(event), end: event.outcome }
    if (last.end !== of.end) await announcements.askAfter({ entry: last.id }, of, expected)
    else if (open !== undefined) await announcements.askAfter({ entry: open, isRepeat: false }, of, expected)
  }

  /**
   * A push came again while it's looked into, or waits for that: it may be judged by an answer of before, which somebody else asked for.
   * Where that speaks against it, it's looked into once more.
   */
  async cameMeanwhile(id: string): Promise<void> {
    const { event, results, confirmations } = this.#parts
    const of = { payment: results.followedAs(event), end: event.outcome }
    await confirmations.announcements.askAfter({ entry: id, isRepeat: true }, of, this.#expected())
  }

  /** @param known the entry of another end, which stood before the service is asked */
  async #decide(attempt: Attempt, known?: string): Promise<Delivery | Instead> {
    const { event, incoming, newLog, results, confirmations } = this.#parts
    const { kind, signed, currency } = event
    const at = event.receivedAt.getTime()
    const claimed = { claimedCheckoutId: claimedCheckoutId(event), claimedCurrency: currency, signed, at }
    const asked = await confirmations.ask(
      { kind, question: this.#question, id: attempt.entryId, ...claimed, isInLine: true },
      attempt.signal,
      // What it is given up on was asked for it: what others were answered may be over by now. So it may be where it came again.
      known !== undefined || attempt.replay || this.#age >= confirmations.patience.giveUpAfter,
    )
    if (asked.verdict === undefined) return await this.#unanswered(asked.problem)
    const { verdict } = asked
    // The same money must not count twice: the checkout has its own result.
    if (asked.toldElsewhere !== undefined) return { state: 'rejected', why: asked.toldElsewhere }
    if (verdict.needsReview.includes('amountUnknown') && this.#isEarly()) return this.#later(verdict.why)
    if (!isSettled(verdict)) {
      if (!agrees(event.outcome, verdict.confirmation.says)) return this.#wait(asked)
      // What comes of it is told too, although its callback may be lost.
      await this.#followUp(verdict)
    }
    const { says } = verdict.confirmation
    const confirmed = results.of(event, verdict)
    if (isSettled(verdict) && !asked.isExpected && !(await this.#useUp(confirmed))) {
      return this.#later('it was asked for while the service was asked')
    }
    if (kind === 'checkout' && isUnpaid(says)) {
      await confirmations.expectations.followFailure(
        results.paymentOf(confirmed),
        this.#expected(questionOf(confirmed)),
      )
    }
    if (asked.isAnotherPending) {
      const question = this.#expected(questionOf(confirmed))
      await confirmations.expectations.followBesidePaid(results.paymentOf(confirmed), question)
    }
    if (results.isItself(event, confirmed, attempt)) {
      const others =
        isUnpaid(says) || asked.isShared ? await confirmations.announcements.told(verdict, this.#entryOf) : undefined
      const last = others && lastOf(others)
      // What was told in its lane was told before the service was asked, unless that was for another entry.
      const since = endSince(verdict, last, known)
      if (since !== undefined && (asked.isShared || !isOver(since))) return await this.#decide(attempt, since.id)
      const beside = await confirmations.weighing.besidePaid(verdict, confirmed)
      const told = { ...heldAgainstTold(others ?? [], beside), toldBefore: others && countOf(others) }
      const payload = writePayload({ ...incoming, verdict: told })
      const delivery = deliveryOf(results.delivered, results.of(event, told), newLog, payload)
      return told.contradicts === undefined ? delivery : contradicting(delivery, told.contradicts)
    }
    const announced = await confirmations.announcements.announce(verdict, this.#entryOf, known)
    if (announced.since !== undefined) return await this.#decide(attempt, announced.since)
    if (asked.isForestalled && isLookedInto(announced)) {
      const { giveUpAfter } = confirmations.patience
      if (this.#age < giveUpAfter && (await confirmations.results.isBefore(announced.id, attempt.entryId)))
        return this.#later('another push says the same, and is looked into')
      // That one has its turn after this. Where it came to another address, this one's own is asked about afterwards.
      await confirmations.expectations.recheck(results.paymentOf(confirmed), this.#expected())
    }
    // The entry that told it is gone, and its identity is not: it must not be told twice.
    if (announced.id === attempt.entryId)
      return { state: 'done', why: `the service says ${says}, which was told long ago` }
    if (asked.isKnown && isFinal(says) && hasMoved(event.outcome) && isNews(event, verdict)) {
      await confirmations.expectations.recheck(results.paymentOf(confirmed), this.#expected())
    }
    // Somebody else's push may have been told first, of which nobody knew what was asked for.
    const isLate = asked.isDoubtedByAddress && announced.state !== 'accepted'
    const { id, state } = isLate
      ? await confirmations.results.announce(this.#entryOf(correctionOf(verdict)))
      : announced
    const successor = state === 'done' || state === 'dead' ? undefined : id
    const settled = this.#settled(says, successor)
    return settled.state === 'done' && (await this.#agrees(attempt, asked)) ? { ...settled, agrees: true } : settled
  }

  /**
   * Whether it only seems to conflict with another entry: a callback that comes late, of a payment that was found by asking,
   * names what that does not. Both say the same of the money, and so does the service.
   */
  async #agrees({ conflictsWith }: Attempt, { verdict, isDoubtedByAddress }: Answered): Promise<boolean> {
    const { event, results, confirmations } = this.#parts
    const { confirmation, needsReview } = verdict
    if (conflictsWith === null || isDoubtedByAddress || needsReview.length > 0) return false
    if (event.outcome !== confirmation.says || differsFrom(event, confirmation)) return false
    const told = await confirmations.results.saidBy(conflictsWith)
    return told !== undefined && !differFrom(event, claimOf(results.delivered, told))
  }

  /**
   * A result of which nobody expected anything uses its reference up, before it is told. Where somebody has asked for the
   * payment meanwhile, what they asked for counts.
   */
  async #useUp(told: Event): Promise<boolean> {
    const { results, confirmations } = this.#parts
    if (told.kind !== 'checkout') return true
    return await confirmations.expectations.markTold(results.paymentOf(told), this.#expected(questionOf(told)))
  }

  /** Nothing is known: what a push says is delivered as little as its opposite. */
  async #unanswered(problem: string): Promise<Instead> {
    if (this.#age < this.#parts.confirmations.patience.giveUpAfter) return this.#later(problem)
    return await this.#unsettled('givenUp', problem)
  }

  /** A person has to look at it, and the push is looked into again when it comes again. */
  async #unsettled(reason: 'givenUp' | 'unknownReference', why: string): Promise<Instead> {
    const { event, confirmations } = this.#parts
    const expected = this.#expected()
    const verdict = unsettled(reason, expected, why, confirmations.now())
    if (reason === 'givenUp') await this.#useUp(event)
    const isMoved = hasMoved(event.outcome) && (expected.signed !== null || !confirmations.isSigned)
    const isHeard = await confirmations.announcements.tellUnknown(verdict, this.#entryOf, isMoved)
    return { state: 'rejected', why, review: isHeard ? undefined : [reason] }
  }

  /** Nothing final is known: a push that was quicker than the service's books is given some time. */
  async #wait({ verdict, isKnown }: Answered): Promise<Instead> {
    if (this.#isEarly()) return this.#later(verdict.why)
    if (!isKnown) return await this.#unsettled('unknownReference', verdict.why)
    await this.#followUp(verdict)
    return this.#settled(verdict.confirmation.says)
  }

  /** Sees that the service is asked about it until it is over: under the reference of its record, where that has one. */
  async #followUp(verdict: Verdict): Promise<void> {
    const { event, results, confirmations } = this.#parts
    const isNamed = event.kind === 'checkout' && verdict.confirmation.clientReference !== null
    const named = isNamed ? results.of(event, verdict) : event
    await confirmations.expectations.ensure(results.followedAs(named), this.#expected(questionOf(named)))
  }

  /** The entry of a result. */
  readonly #entryOf = (verdict: Verdict): NewEntry => {
    const { event, incoming, results } = this.#parts
    return results.resultOf(event, incoming, verdict)
  }

  /** What is known of it by its push. */
  #expected(question = this.#question): ExpectedPayment {
    return expectedOf(this.#parts.event, question, this.#age)
  }

  /**
   * It is told in another entry. Only what claimed something else was wrong; but where nothing else retries, one whose
   * successor may still fail must be looked into when it comes again, as what was wrong is.
   */
  #settled(says: Outcome, successor?: string): Instead {
    const { event, confirmations } = this.#parts
    const { outcome } = event
    const isWrong = outcome !== says && isFinal(outcome)
    const why = isWrong
      ? `It said ${outcome}; the service says ${says}`
      : `the service says ${says}, which is told by another entry`
    const isOver = successor === undefined || confirmations.retries
    return { state: isWrong || !isOver ? 'rejected' : 'done', why, successor }
  }

  #later(why: string): Instead {
    return later(why, this.#age)
  }

  /** Whether the service may not have it in its books yet. */
  #isEarly(): boolean {
    return this.#age < this.#parts.confirmations.patience.after
  }
}

/** What the service answered. */
type Answered = Extract<Asked, { isKnown: boolean }>

/** A push that tells of money may be quicker than the books of the service, above all where a first try has failed. */
function hasMoved(claimed: Outcome): boolean {
  return claimed === 'paid' || claimed === 'refunded'
}

/** Whether a push tells of something that the service does not: another end, or other money. */
function isNews({ outcome, transactionId }: ConfirmableEvent, { confirmation, needsReview }: Verdict): boolean {
  if (outcome !== confirmation.says) return true
  return !needsReview.includes('paidTwice') && compareIdentifiers(transactionId, confirmation.transactionId) === false
}

/** Whether it is merely claimed so far: one that was rejected is looked into again. */
function isLookedInto({ state }: Announced): boolean {
  return ['rejected', 'waiting', 'running'].includes(state)
}

/** What is not over either way is told as it is. */
function agrees(claimed: Outcome, says: Outcome): boolean {
  return claimed === 'pending' && says === 'pending'
}

/** Work of payments of which the service cannot be asked, beside others of which it is. */
export function unconfirmableWorks<Event extends PaymentFacts>(
  works: NotificationWorks<Event>,
): NotificationWorks<Event> {
  return { of: (event, incoming, newLog) => works.of(unconfirmed(event, incoming), incoming, newLog) }
}

/** Money of which the service cannot be asked is what the push says, and nothing more: a person has to look at it. */
export function unconfirmed<Event extends PaymentFacts>(event: Event, { verdict }: Incoming): Event {
  const isMoney = event.outcome === 'paid' || event.outcome === 'refunded'
  if (verdict !== undefined || !isMoney) return event
  return { ...event, needsReview: [...event.needsReview, 'unconfirmable'] }
}
