import type { Attempt } from '../../inbox/attempt.ts'
import { writePayload } from '../../inbox/entry.ts'
import {
  contradicting,
  type Delivery,
  deliveryOf,
  type EntryWork,
  foundByAsking,
  foundWork,
  type Instead,
  type NotificationWorks,
} from '../../inbox/work.ts'
import type { HandlerLog } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import { withReason } from '../rules/doubts.ts'
import { expectedOf } from '../rules/expected-payment.ts'
import { endOf } from '../rules/judge-answer.ts'
import { type ConfirmableEvent, questionOf } from '../rules/question-of.ts'
import { endSince } from './announcements.ts'
import type { Confirmations } from './confirmations.ts'
import type { ResultKind } from './payment-results.ts'
import { contradictedBy, isNewsAfter, isOver, lastOf, type ToldEnd } from './told-ends.ts'

/** Work of a kind that is expected: pushes are delivered as they come, and results that the service told are, once. */
export class ToldWorks<Event extends ConfirmableEvent> implements NotificationWorks<Event> {
  readonly #results: ResultKind<Event>
  readonly #confirmations: Confirmations

  constructor(results: ResultKind<Event>, confirmations: Confirmations) {
    this.#results = results
    this.#confirmations = confirmations
  }

  of(event: Event, incoming: Incoming, newLog: (() => HandlerLog) | undefined): EntryWork {
    const { verdict } = incoming
    if (verdict === undefined) return deliveryOf(this.#results.delivered, event, newLog)
    const parts = { event, incoming, newLog, results: this.#results, confirmations: this.#confirmations }
    return foundWork((attempt) => new ToldResult(parts, verdict).find(attempt), newLog)
  }
}

/** A payment of which an entry tells, and what it is worked with. */
export interface WorkedPayment<Event extends ConfirmableEvent> {
  readonly event: Event
  readonly incoming: Incoming
  readonly newLog: (() => HandlerLog) | undefined
  readonly results: ResultKind<Event>
  readonly confirmations: Confirmations
}

/**
 * A result that the service told: it is delivered as it stands, since it was put into the inbox by that. A push of the
 * same result may have come at the same moment; then that one is delivered, and this is no second payment. And a push that
 * came before it may have told another end meanwhile: then the service is asked which of the two it is.
 */
class ToldResult<Event extends ConfirmableEvent> {
  readonly #parts: WorkedPayment<Event>
  readonly #verdict: Verdict

  constructor(parts: WorkedPayment<Event>, verdict: Verdict) {
    this.#parts = parts
    this.#verdict = verdict
  }

  async find({ entryId: id, conflictsWith, replay, number }: Attempt): Promise<Delivery | Instead> {
    if (conflictsWith !== null) return await this.#besidePush(conflictsWith, id)
    if (replay) {
      const last = lastOf(await this.#others(id))
      // What failed and comes again is its next attempt, whoever has it come: another end may have been told since.
      const isNext = last !== undefined && (await this.#parts.confirmations.results.hasFailed(id))
      if (!isNext) return await this.#besidePaid(last)
    }
    const { toldBefore, overtakenBy } = this.#verdict
    if (overtakenBy !== undefined) {
      // Nobody has to be asked which of the two is true where this one says that nobody knows.
      if (isUnknown(this.#verdict)) return { state: 'done', why: `what became of it was told since, by ${overtakenBy}` }
      return await this.#giveWay(overtakenBy)
    }
    // Nothing stood before it when it was put there, and its handler gets it at once.
    if (toldBefore === undefined && number === 1) return await this.#naming(id)
    const others = await this.#others(id)
    const same = this.#isAgain(id) ? this.#toldLast(others) : undefined
    if (same !== undefined) return same
    const over = others.filter((told) => this.#isKnownSince(told) && !told.isHearsay && this.#isAfter(told))
    const [last] = over
    return last === undefined || over.length <= (toldBefore ?? 0) ? await this.#naming(id) : this.#overtaken(last)
  }

  /**
   * A push of the same result came between the look at what was told and this one: it tells this too, unless it is no news after
   * that. It is looked at again, as if this were found now.
   */
  async #besidePush(push: string, id: string): Promise<Delivery | Instead> {
    const { event, incoming, results, confirmations } = this.#parts
    if (!(await confirmations.results.isToldBy(push, id))) return await this.#besidePaid()
    const told = await this.#others(id)
    if (!told.some((one) => one.id === push && isNewsAfter(one, this.#verdict))) {
      return { state: 'done', why: 'a push says the same, and is told' }
    }
    const { toldBefore, ...verdict } = this.#verdict
    const announced = await confirmations.announcements.announce(verdict, (said) =>
      results.resultOf(event, incoming, said),
    )
    if (announced.since !== undefined) return await this.#giveWay(announced.since)
    return { state: 'done', why: `a push says the same otherwise: it is told by ${announced.id}` }
  }

  /**
   * What it contradicts is named. It may be a push too, for which the handler was at work when this was put there, or other money at
   * its address since: then the two contradict each other though nobody knew so far.
   */
  async #naming(id: string): Promise<Delivery> {
    const { event, incoming, results, confirmations } = this.#parts
    if (this.#verdict.contradicts !== undefined) return this.#delivery(this.#verdict)
    const entryOf = (verdict: Verdict) => results.resultOf(event, incoming, verdict)
    const isKnown = this.#verdict.needsReview.includes('contradicted')
    const before = isKnown ? (await this.#others(id)).filter(isOver) : []
    const told = isKnown
      ? (contradictedBy(before, this.#verdict) ?? lastOf(before))
      : await confirmations.announcements.contradictedPush(this.#verdict, entryOf, id)
    return told === undefined ? await this.#besidePaid() : contradicting(this.#delivery(this.#verdict), told.toldBy)
  }

  /** @param last what was told last, where somebody asks for this again */
  async #besidePaid(last?: ToldEnd): Promise<Delivery> {
    const { event, confirmations } = this.#parts
    return this.#delivery(await confirmations.weighing.besidePaid(this.#verdict, event), last)
  }

  /** Whether it is told once more: after another end, or after it was told as of nobody. */
  #isAgain(id: string): boolean {
    const { event, incoming, results } = this.#parts
    return id !== results.entryOf(event, incoming).id
  }

  /**
   * It was put there to stand after another end. Where that was overtaken meanwhile, it is what the handler heard last
   * already: as what somebody is known to have asked for, unless this says no more. Of the same that came after that, some
   * may have been left out for it.
   */
  #toldLast(others: readonly ToldEnd[]): Instead | undefined {
    const heard = others.filter((told) => told.isHeard && !told.isHearsay)
    const before = heard.findIndex(({ end }) => end !== endOf(this.#verdict))
    const again = before === -1 ? heard : heard.slice(0, before)
    const same = again.find((told) => !isNewsAfter(told, this.#verdict))
    return same && { state: 'done', why: `it was told last, by ${same.id}` }
  }

  /**
   * Whether it was told. What nobody knew is known too where its end stands behind it, unless that is told as what came late:
   * then this has to be heard before.
   */
  #isKnownSince(told: ToldEnd): boolean {
    return isOver(told) || (isUnknown(this.#verdict) && !told.isLate)
  }

  /** Whether it counts against this one: where nobody counted what stood before, what the service said since. */
  #isAfter({ askedAt }: ToldEnd): boolean {
    const { toldBefore, confirmation } = this.#verdict
    return toldBefore !== undefined || askedAt > confirmation.askedAt.getTime()
  }

  /** The other ends that were told of it, or are about to be. */
  async #others(id: string): Promise<readonly ToldEnd[]> {
    const { event, incoming, results, confirmations } = this.#parts
    return await confirmations.announcements.told(
      this.#verdict,
      (verdict) => results.resultOf(event, incoming, verdict),
      id,
    )
  }

  /** @param last what was told last, where somebody asks for this again: it is of the past where that was found out later */
  #delivery(said: Verdict, last?: ToldEnd): Delivery {
    const { event, incoming, newLog, results } = this.#parts
    const { overtakenBy, ...verdict } = said
    const isKept = said === this.#verdict && overtakenBy === undefined
    const payload = isKept ? undefined : writePayload({ ...incoming, verdict })
    const since = endSince(verdict, last)
    const isPast = since !== undefined && verdict.confirmation.askedAt.getTime() < since.askedAt
    const own = results.of(event, verdict)
    const told: Event = isPast ? withReason('contradicted', own) : own
    const found = deliveryOf(results.delivered, told, newLog, payload)
    const delivery = incoming.isFound === true ? foundByAsking(found) : found
    return verdict.contradicts === undefined ? delivery : contradicting(delivery, verdict.contradicts)
  }

  /** It is kept so first: whoever comes to the same end again tells it anew. */
  #overtaken({ id }: ToldEnd): Instead {
    const { incoming } = this.#parts
    const payload = writePayload({ ...incoming, verdict: { ...this.#verdict, overtakenBy: id } })
    return { state: 'later', retryIn: 0, why: `another end was told since, by ${id}`, payload }
  }

  /** Nobody knows which of two that were found out at about one time came first: it is not told, and the service is asked. */
  async #giveWay(last: string): Promise<Instead> {
    const { event, results, confirmations } = this.#parts
    const expected = expectedOf(event, { ...questionOf(event) }, 0)
    const of = { payment: results.followedAs(event), end: endOf(this.#verdict) }
    await confirmations.announcements.askAfter({ entry: last }, of, expected)
    return { state: 'done', why: `another end was told since, by ${last}: the plugin asks the service again` }
  }
}

/** Whether it only says that nobody knows what became of the payment. */
function isUnknown({ needsReview }: Verdict): boolean {
  return needsReview.includes('givenUp') || needsReview.includes('unknownReference')
}
