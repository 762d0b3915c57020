import type { Verdict } from '../../pushes/money/confirmation.ts'
import { countsOtherwise } from '../rules/differs-from.ts'
import { isUnpaid } from '../rules/judge-answer.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'

/** An end that was told, or is about to be. */
export interface ToldEnd {
  readonly end: string
  /** Of the entry that it is known by. */
  readonly id: string
  /** Of the entry that the handler got: another, where this one has only taken its name. */
  readonly toldBy: string
  /** Epoch ms; the largest number where it waits for its turn. */
  readonly at: number
  /** When the service was asked, epoch ms. */
  readonly askedAt: number
  /** Where it stands in the order of acceptance: it tells which of two came last that ended at one moment. NaN where the store says nothing. */
  readonly place: number
  /** 1 until an end was told again after another, and one more each time. */
  readonly times: number
  /** Whether another end was told in its place. */
  readonly isOvertaken: boolean
  /** Whether its handler was called, or the same was told just before it: not where it waits, or was overtaken. */
  readonly isHeard: boolean
  /** Whether it was told as paid: by the service, or plainly by a push that is nobody else's. */
  readonly isPaid: boolean
  /** Whether it was told as a payment that nobody here is known to have asked for, or at the address of another. */
  readonly isUnexpected: boolean
  /** What a push says, where the service does not say it. */
  readonly pushed: ConfirmableEvent | undefined
  /** Whether only a push says it that may be anybody's: it makes nothing news again, as the service or a signed push does. */
  readonly isHearsay: boolean
  /** Whether only a push says it that may be anybody's, or that is not what its address was made for. */
  readonly isDoubted: boolean
  /** Whether it is told as what came after the payment was given up. */
  readonly isLate: boolean
}

/** What was told last, or is about to be, and was not overtaken: hearsay where there is nothing else. @param told the last first */
export function lastOf(told: readonly ToldEnd[]): ToldEnd | undefined {
  const standing = told.filter(({ isOvertaken }) => !isOvertaken)
  return standing.find(({ isHearsay }) => !isHearsay) ?? standing[0]
}

/**
 * What the service's word contradicts of all that was told, or is about to be, the last of it: that it was paid, where no money
 * came or it is told as paid once more after another end; and that it went back, where only a push says so. What anybody may have
 * posted counts against what was not paid alone, where nothing else was told.
 *
 * @param told the last first
 */
export function contradictedBy(
  told: readonly ToldEnd[],
  { outcome, confirmation: { says } }: Verdict,
): ToldEnd | undefined {
  const standing = told.filter(({ isOvertaken }) => !isOvertaken)
  const sure = standing.filter(({ isHearsay }) => !isHearsay)
  const refund = sure.find(({ pushed, isUnexpected }) => pushed?.outcome === 'refunded' && !isUnexpected)
  if (isUnpaid(says)) return (sure.length > 0 ? sure : standing).find(({ end }) => end === 'paid') ?? refund
  if (says !== 'paid') return undefined
  const isAgain = outcome === 'paid' && sure[0]?.end !== 'paid'
  return refund ?? (isAgain ? sure.find(({ isPaid }) => isPaid) : undefined)
}

/** How many ends stand before one that is told after them: what a push says that may be anybody's is none. */
export function countOf(told: readonly ToldEnd[]): number {
  return told.filter(({ isHearsay }) => !isHearsay).length
}

/** Whether its handler was called, or another end told in its place. */
export function isOver({ at }: ToldEnd): boolean {
  return at !== waits
}

/** Of one that waits for its turn. */
export const waits = Number.MAX_VALUE

/** Sorts ends, the last first: by when they ended, then by when the service was asked. */
export function lastFirst(one: ToldEnd, other: ToldEnd): number {
  return other.at - one.at || other.askedAt - one.askedAt || comparePlaces(one, other)
}

/**
 * Which of two came last that ended at one moment, the last first: by their places. When one was looked into again they don't say:
 * what was told once more came after what it stood behind.
 */
function comparePlaces(one: ToldEnd, other: ToldEnd): number {
  const apart = other.place - one.place
  return Number.isFinite(apart) ? apart : other.times - one.times || apart || 0
}

/** Whether it is told as a payment that nobody is known to have asked for, or at the address of another: it is news at its own. */
export function isOfNobody({ needsReview }: Pick<Verdict, 'needsReview'>): boolean {
  return needsReview.includes('unexpected') || needsReview.includes('otherReference')
}

/**
 * Whether the service's word is news where the same end was told: as one that nobody is known to have asked for, at the address
 * of another, by a push alone that counts the money otherwise, or plainly by one where it is not what was asked for.
 */
export function isNewsAfter(told: ToldEnd, verdict: Verdict): boolean {
  if (told.isUnexpected) return !isOfNobody(verdict)
  if (told.pushed === undefined) return false
  const isDoubted = verdict.outcome !== verdict.confirmation.says && verdict.confirmation.says === 'paid'
  return countsOtherwise(told.pushed, verdict.confirmation) || (isDoubted && isPlain(told.pushed))
}

/** Whether nothing is odd about what a push says. */
export function isPlain({ needsReview }: ConfirmableEvent): boolean {
  return needsReview.length === 0
}
