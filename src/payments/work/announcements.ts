import type { Verdict } from '../../pushes/money/confirmation.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { NewEntry } from '../../store/entry.ts'
import { withReason } from '../rules/doubts.ts'
import type { ExpectedPayment } from '../rules/expected-payment.ts'
import { endOf, endsOf, isSettled, isUnpaid, secondOf } from '../rules/judge-answer.ts'
import type { KeptExpectations, KeptExpectationsParts } from './kept-expectations.ts'
import { type Announced, isFinished, type ResultsParts } from './results.ts'
import { contradictedBy, countOf, isNewsAfter, isOver, isPlain, lastOf, type ToldEnd } from './told-ends.ts'

/** What is announced with. */
export interface AnnouncementsParts
  extends Pick<ResultsParts, 'isConfirmed'>,
    Pick<KeptExpectationsParts, 'results' | 'patience' | 'clock'> {
  readonly expectations: KeptExpectations
}

/** What became of a result that was to be announced. */
export type Announcement = (Announced & { readonly since?: undefined }) | { readonly since: string }

/** What is told of payments by the service's word, beside all that was told before. */
export class Announcements {
  readonly #parts: AnnouncementsParts

  constructor(parts: AnnouncementsParts) {
    this.#parts = parts
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
    const announced = await this.#parts.results.announce(result)
    // A push that was told between the look and this is looked at too: it may be anybody's.
    if (isFinished(announced) && !isAmong(told, announced) && isAmong(await this.told(verdict, entryOf), announced)) {
      return await this.announce(verdict, entryOf, known)
    }
    const news = newsAfter(last, held)
    if (news !== undefined) {
      return (await this.#parts.results.takeBesideDoubted(told, result))
        ? await this.#parts.results.announceAfter(told, entryOf({ ...news, toldBefore: countOf(told) }))
        : await this.announce(verdict, entryOf, known)
    }
    const isOvertaken = told.some((one) => one.isOvertaken && one.id === announced.id)
    if (!(isOvertaken || isFinished(announced))) return announced
    const second = secondOf(verdict)
    if (second !== undefined) await this.#parts.results.announce(entryOf(second))
    const isTold = last === undefined || last.end === endOf(verdict) || !isSettled(verdict)
    if (isTold || isToldBeforePush(told, last, verdict)) return announced
    // Before that other end a push may have told the same, and counted the money otherwise.
    const same = newsAfter(lastOf(told.filter(({ end }) => end === endOf(verdict))), held)
    const again = same === undefined ? result : entryOf({ ...same, toldBefore: countOf(told) })
    return (await this.#parts.results.takeBesideDoubted(told, result))
      ? await this.#parts.results.announceAfter(told, again)
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
    return await this.#parts.results.announceUnknown(entryOf({ ...verdict, toldBefore: countOf(told.filter(isOver)) }))
  }

  /**
   * What the handler was told of a payment, or is about to be, the last first.
   *
   * @param besides the id of an entry that is left out
   * @throws FMW_STORE_UNAVAILABLE
   */
  async told(verdict: Verdict, entryOf: (verdict: Verdict) => NewEntry, besides?: string): Promise<readonly ToldEnd[]> {
    const ends = endsOf(verdict).map(([end, one]) => ({ end, result: entryOf(one) }))
    return await this.#parts.results.told(ends, besides)
  }

  /**
   * Sees that the service is asked how a payment stands that came again, and once more each `reconcile.after` in which that is wanted
   * while nothing else is told. At once where another end was told since. What is asked for an open entry may be of before: then when
   * that is over.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  async askAfter(
    { entry, isRepeat }: AskedAfter,
    { payment, end }: { readonly payment: string; readonly end: string },
    expected: ExpectedPayment,
  ): Promise<void> {
    const { expectations, clock, patience } = this.#parts
    const behind = isRepeat === undefined ? null : { id: entry, isRepeat }
    const look = { ...expected, isRecheck: true, behind, since: clock.now(), before: patience.after }
    const name = `${payment}|${end} ${behind === null ? 'after' : 'behind'} ${digest(entry).slice(0, 12)}`
    const isFirst = await expectations.expect(name, look)
    // Its own push is looked into again: who asks about it is that.
    if (!isFirst && isRepeat !== true) await expectations.recheck(payment, expected)
  }
}

/** The entry after which the service is asked once more. */
export interface AskedAfter {
  readonly entry: string
  /** Whether it's of the same push; left out where it is over. */
  readonly isRepeat?: boolean
}

/**
 * Another end that stands, and may have been found out after the service was asked for this one. The clocks of two processes
 * don't say which of two questions came first; the store does: an end that stood in it before the second was asked.
 */
export function endSince(verdict: Verdict, last: ToldEnd | undefined, known?: string): ToldEnd | undefined {
  return last === undefined || last.end === endOf(verdict) || last.id === known ? undefined : last
}

function isAmong(told: readonly ToldEnd[], { id }: Announced): boolean {
  return told.some((one) => one.id === id)
}

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
