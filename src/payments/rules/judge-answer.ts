import type { Transaction, TransactionAnswer } from '../../client/transactions/transaction.ts'
import { toMajor } from '../../pushes/money/amount.ts'
import type { Confirmation, ReviewReason, Verdict } from '../../pushes/money/confirmation.ts'
import { classifyWord, type Outcome } from '../../pushes/money/outcome.ts'
import type { SignedAddress } from '../../pushes/money/signed-address.ts'
import { withoutForm } from '../../pushes/reading/identifiers.ts'
import { paidAgain, takesPaid } from './doubts.ts'
import type { ExpectedPayment } from './expected-payment.ts'

/** What is known of a payment beside what the service says. */
export interface Terms {
  /** What was asked for, in hundredths: the most, where it was said twice; null where nobody knows. */
  readonly amountMinor: number | null
  /** Three letters each, of which every one must fit; none where nobody said. */
  readonly currencies: readonly string[]
  /** What the address was signed for that a push came to; null where there is no such address. */
  readonly reference: string | null
  /** Of the invoice; null where only a push says it. */
  readonly checkoutId: string | null
  /** What a push says it is: believed where the record has it too. */
  readonly claimedCheckoutId: string | null
  /** What a push at its own address says it was paid in: it counts where the record has none. Null where none says it. */
  readonly claimedCurrency: string | null
  /** What is odd about it whatever the service says. */
  readonly reasons: readonly ReviewReason[]
}

/** Whether an address was made for another phone than this one; undefined where that cannot be compared. */
export type IsOtherPayer = (signed: SignedAddress, phone: string) => boolean | undefined

/** Outcomes with which a payment is over. */
export const finalOutcomes: readonly Outcome[] = ['paid', 'failed', 'cancelled', 'refunded']

/** Whether a payment is over with this outcome. */
export function isFinal(outcome: Outcome): boolean {
  return finalOutcomes.includes(outcome)
}

/** Whether no money came with this end: the customer may try again on the same page. */
export function isUnpaid(outcome: string): boolean {
  return outcome === 'failed' || outcome === 'cancelled'
}

/** Whether a verdict is the end of a payment, or of what the service will say of it by itself. */
export function isSettled({ confirmation, needsReview }: Verdict): boolean {
  return isFinal(confirmation.says) || needsReview.includes('partlyRefunded') || needsReview.includes('disputed')
}

/** Weighs what the service says of a payment by what was asked for. @param at epoch ms */
export function judgeAnswer(answer: TransactionAnswer, terms: Terms, at: number): Verdict {
  const confirmation = confirmationOf(answer, terms, at)
  const { outcome, isPaidTwice } = answer
  const why = answer.why + inParts(confirmation)
  const moved = outcome === 'paid' || outcome === 'refunded'
  const taken = outcome === 'undetermined' ? takenBack(answer.transaction) : []
  const twice: ReviewReason[] = outcome === 'paid' && isPaidTwice === true ? ['paidTwice'] : []
  const needsReview = [...taken, ...(moved ? compare(confirmation, terms) : []), ...twice, ...terms.reasons]
  // Money that is told elsewhere ends nothing here, however it ended.
  const isTaken = (reason: ReviewReason) =>
    outcome === 'paid' ? reason in takesPaid : reason === 'reused' && isFinal(outcome)
  const doubt = needsReview.find(isTaken)
  return doubt === undefined
    ? { outcome, why, needsReview, confirmation }
    : { outcome: 'undetermined', why: `${why}; but ${takesPaid[doubt]}`, needsReview, confirmation }
}

/** Several payments in words for a log: they may be one in parts. */
function inParts({ payments }: Confirmation): string {
  if (payments === undefined) return ''
  const { count, amountMinor } = payments
  return `; ${count} payments came${amountMinor === null ? '' : `, ${toMajor(amountMinor).toFixed(2)} together`}`
}

/** What is told besides where two payments came under one reference, and the first was told; undefined where there is no second. */
export function secondOf(verdict: Verdict): Verdict | undefined {
  return verdict.needsReview.includes('paidTwice') ? paidAgain(verdict) : undefined
}

/**
 * Why the money of a record is not what an address was made for: whoever has seen one may post any payment of the account
 * to it. Money that came before, or from another phone, was not asked for by it; of money without a time or a payer nobody
 * can say. Each record has its time; its payer only one of reference 2.4, which has a TransactionType too: the other shape
 * (field notes) never names a phone. A number that is masked or none is nobody's: the digits that it shows are too few to tell
 * one customer from another.
 */
export function heldAgainstAddress(
  signed: SignedAddress,
  { startedAt, customerPhone, customerPhoneInternational, transactionType }: Transaction,
  isOtherPayer: IsOtherPayer,
): ReviewReason[] {
  const { issuedAt, payer } = signed
  const phone = customerPhoneInternational ?? customerPhone
  const reasons: ReviewReason[] = []
  if (issuedAt !== undefined) {
    if (startedAt === null) reasons.push('timeUnknown')
    else if (startedAt.getTime() < issuedAt - clocksApart) reasons.push('beforeAsked')
  }
  if (payer === undefined) return reasons
  const isOther = phone === null ? undefined : isOtherPayer(signed, phone)
  if (isOther === true) reasons.push('otherPayer')
  else if (isOther === undefined && (phone !== null || transactionType !== null)) reasons.push('payerUnknown')
  return reasons
}

// ms. Clocks that are kept by a time server differ by far less. No zone is made up for: a StartDate without one is read as GMT,
// and where the service is, local time is that or ahead of it, so nothing seems older than it is.
const clocksApart = 300_000

/** The ends that a payment may have, as far as their identity goes, each with its name. */
export function endsOf(verdict: Verdict): readonly (readonly [end: string, verdict: Verdict])[] {
  const { confirmation } = verdict
  const outcomes = finalOutcomes.map(
    (says) => [says, { ...verdict, outcome: says, needsReview: [], confirmation: { ...confirmation, says } }] as const,
  )
  const outcome = 'undetermined'
  const said = { ...confirmation, says: outcome } as const
  const taken = takenBackReasons.map(
    (reason) => [reason, { ...verdict, outcome, needsReview: [reason], confirmation: said }] as const,
  )
  return [...outcomes, ...taken]
}

/** The name of the end that a verdict tells. */
export function endOf({ confirmation, needsReview }: Verdict): string {
  return confirmation.says === 'undetermined' ? `${needsReview[0]}` : confirmation.says
}

/** What the service says of it, as far as its identity goes. */
export function takenBackSays(askedAt: Date): Confirmation {
  return { ...nothingKnown, askedAt, says: 'undetermined' }
}

/** What the end is named by of money that was paid, and is not simply there any more. */
export const takenBackReasons: readonly ReviewReason[] = ['partlyRefunded', 'disputed']

/** What became of money that was paid, and is not simply there any more. */
function takenBack(transaction: Transaction | null): ReviewReason[] {
  if (transaction === null) return []
  const word = classifyWord(transaction.status)
  const { outcome, refunded, isDisputed, disputed } = transaction
  const isPart = (refunded.amountMinor ?? 0) > 0 && outcome !== 'refunded'
  if (isPart && (word === 'paid' || word === 'refunded')) return ['partlyRefunded']
  return word === 'paid' && (isDisputed === true || (disputed.amountMinor ?? 0) > 0) ? ['disputed'] : []
}

/** What a result would be that says this of a payment, as far as its identity goes. */
export function verdictOf(says: Outcome, { question, checkoutId, since }: ExpectedPayment): Verdict {
  const { clientReference = null, serviceTransactionId = null, networkTransactionId = null } = question
  const known = { clientReference, checkoutId: checkoutId ?? question.checkoutId ?? null }
  const confirmation = {
    ...nothingKnown,
    ...known,
    transactionId: serviceTransactionId,
    networkTransactionId,
    askedAt: new Date(since),
    says,
  }
  return { outcome: says, why: '', needsReview: [], confirmation }
}

/** A payment of which the service says nothing: a person has to look at it. @param at epoch ms */
export function unsettled(
  reason: 'givenUp' | 'unknownReference',
  expected: ExpectedPayment,
  why: string,
  at: number,
): Verdict {
  const { confirmation } = verdictOf('undetermined', expected)
  return {
    outcome: 'undetermined',
    why: reason === 'givenUp' ? `it was given up: ${why}` : why,
    needsReview: [reason],
    confirmation: { ...confirmation, askedAt: new Date(at) },
  }
}

function compare(confirmation: Confirmation, terms: Terms): ReviewReason[] {
  const { currencyCode, clientReference } = confirmation
  const reasons = compareAmounts(confirmation, terms)
  const paidIn = currencyCode ?? terms.claimedCurrency
  if (paidIn !== null && terms.currencies.some((currency) => !isSameWord(currency, paidIn)))
    reasons.push('otherCurrency')
  if (terms.reference !== null && terms.reference !== clientReference) reasons.push('otherReference')
  return reasons
}

function compareAmounts({ says, amountMinor }: Confirmation, terms: Terms): ReviewReason[] {
  // Nobody settles what nobody can count, or what is nothing, also where no amount was asked for.
  if (amountMinor === null || (says === 'paid' && amountMinor === 0))
    return says === 'paid' || terms.amountMinor !== null ? ['amountUnknown'] : []
  if (terms.amountMinor === null || amountMinor === terms.amountMinor) return []
  return [amountMinor < terms.amountMinor ? 'underpaid' : 'overpaid']
}

function isSameWord(one: string, other: string): boolean {
  return one.trim().toUpperCase() === other.trim().toUpperCase()
}

/** The identifiers are those of the record: what a push says beside them may be anybody's. */
function confirmationOf(answer: TransactionAnswer, { checkoutId, claimedCheckoutId }: Terms, at: number): Confirmation {
  const { transaction, outcome, payments, raw } = answer
  const said = { ...nothingKnown, askedAt: new Date(at), says: outcome, checkoutId, raw }
  if (transaction === null) return said
  return {
    ...said,
    status: transaction.status,
    clientReference: transaction.clientReference,
    checkoutId: checkoutId ?? transaction.checkoutId ?? tokenOf(transaction, claimedCheckoutId),
    transactionId: transaction.transactionId,
    networkTransactionId: transaction.networkTransactionId,
    amountMinor: transaction.amountMinor,
    feeMinor: transaction.fee.amountMinor,
    refundedMinor: transaction.refunded.amountMinor,
    isDisputed: transaction.isDisputed,
    currencyCode: transaction.currencyCode,
    customerPhone: transaction.customerPhone,
    customerPhoneInternational: transaction.customerPhoneInternational,
    ...(payments === undefined ? {} : { payments }),
  }
}

/**
 * Records of reference 2.4 have an InvoiceToken in place of a CheckoutId. Where a push has it as that it is that, in the
 * spelling of the record: each spelling that somebody pushes would be a payment of its own.
 */
function tokenOf({ invoiceToken }: Transaction, claimed: string | null): string | null {
  if (invoiceToken === null || claimed === null) return null
  return withoutForm(invoiceToken) === withoutForm(claimed) ? invoiceToken : null
}

const nothingKnown: Omit<Confirmation, 'askedAt'> = {
  says: 'undetermined',
  status: null,
  clientReference: null,
  checkoutId: null,
  transactionId: null,
  networkTransactionId: null,
  amountMinor: null,
  feeMinor: null,
  refundedMinor: null,
  isDisputed: null,
  currencyCode: null,
  customerPhone: null,
  customerPhoneInternational: null,
  raw: null,
}
