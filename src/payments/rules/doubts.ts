import { currencyIn } from '../../pushes/money/amount.ts'
import type { ReviewReason, Verdict } from '../../pushes/money/confirmation.ts'

/** What may be doubted: an event, or what the service said of its payment. */
export type Doubtable = Pick<Verdict, 'outcome' | 'why' | 'needsReview'>

/** Told as it is, with one more reason for a person to look at it. */
export function withReason<Told extends Pick<Verdict, 'needsReview'>>(reason: ReviewReason, told: Told): Told {
  return { ...told, needsReview: [reason, ...told.needsReview] }
}

/** Told as something by which nobody settles. @param inWords why, for a log */
export function doubted<Told extends Doubtable>(reason: ReviewReason, told: Told, inWords: string): Told {
  return { ...withReason(reason, told), outcome: 'undetermined', why: `${told.why}; but ${inWords}` }
}

/**
 * Reasons by which what the service calls paid is not what was asked for. The others leave it paid.
 */
export const takesPaid: Readonly<Partial<Record<ReviewReason, string>>> = {
  underpaid: 'less was paid than was asked for',
  amountUnknown: 'nobody says how much was paid',
  otherCurrency: 'it was paid in another currency, or its push says so and the record names none',
  beforeAsked: 'it began before it was asked for',
  timeUnknown: 'its record does not say when it began',
  otherPayer: 'another phone paid it than the one that was asked',
  payerUnknown: 'its record does not say who paid',
  reused: 'its money was told at another address, or its address of other money',
}

/** What a second payment is told as after the first was: news for a person. */
export function paidAgain<Told extends Doubtable>(told: Told): Told {
  const needsReview = told.needsReview.filter((reason) => reason !== 'paidTwice')
  return doubted('paidTwice', { ...told, needsReview }, 'it was told before, and was paid twice')
}

/**
 * What the payment of a reference is told as that was paid in the other way, as a checkout or in a session. It is the first of
 * its own kind: a second may come under its reference too.
 */
export function paidOtherWay<Told extends Doubtable>(told: Told): Told {
  return doubted('paidOtherWay', told, 'its reference was paid already, once as a checkout and once in a session')
}

/** What a payment is told as that was told before, where its address says what that was not held against. */
export function correctionOf<Told extends Doubtable>(told: Told): Told {
  return doubted('contradicted', told, 'it was told before, and not held against this address')
}

/** A notice whose money was told at another address. */
export function reused<Told extends Doubtable>(told: Told): Told {
  return doubted('reused', told, 'its money was told at another address')
}

/** A refund of less than was paid. */
export function partOf<Told extends Doubtable>(told: Told): Told {
  return doubted('partlyRefunded', told, 'it was paid with more than went back')
}

/** A notice that says paid after the money was taken back: it is late, or the money came again. @param before what told that */
export function afterTaken<Told extends Doubtable>(told: Told, before: Doubtable): Told {
  return doubted('contradicted', told, `it was told as ${howTaken(before)} before`)
}

function howTaken({ outcome, needsReview }: Doubtable): string {
  if (outcome === 'refunded') return 'refunded'
  return needsReview.includes('disputed') ? 'disputed' : 'refunded in part'
}

/** A notice that names another currency than its cart asked for is no plain payment. */
export function inItsCurrency<Told extends Doubtable>(
  told: Told,
  named: string | null,
  asked: string | undefined,
): Told {
  const paidIn = currencyIn(named)
  if (told.outcome !== 'paid' || asked === undefined || paidIn === null || paidIn === asked) return told
  return doubted('otherCurrency', told, 'it was paid in another currency than its cart asked for')
}
