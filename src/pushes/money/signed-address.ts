import { digest } from '../reading/identifiers.ts'
import { isRecord } from '../reading/json.ts'
import type { Notes } from '../reading/push-problem.ts'
import type { ReviewReason } from './confirmation.ts'
import type { Evidence, Judgement, Outcome } from './outcome.ts'

/**
 * What the address of a notice was signed for by `app.merchant.callbackUrl`, `turn.pay` or `talk.pay`. Only your
 * application can have chosen it. The content of the notice is the sender's.
 *
 * @example
 * const orderOf = ({ signed, evidence }: PaymentFacts) => (evidence === 'signed' ? signed?.reference : undefined)
 */
export interface SignedAddress {
  /** Your own reference of the payment. Null if you gave none. */
  readonly reference: string | null
  /** The USSD session that asked for the payment, the first of them if a redial showed it again. Null for a checkout. */
  readonly sessionId: string | null
  /** What was asked for, in hundredths. Null for any amount. */
  readonly amountMinor: number | null
  /** Three letters, such as `GHS`. Null if you gave none. */
  readonly currency: string | null
  /** When it was made, epoch ms, of a USSD payment: money that came before was not asked for by it. */
  readonly issuedAt?: number
  /** Who was asked for a USSD payment: a digest under your secret, which says nothing to others. */
  readonly payer?: string
}

/** The name of the payment that an address was signed for: one address is one payment. */
export function addressKey({ reference, sessionId, amountMinor, currency, issuedAt, payer }: SignedAddress): string {
  if (sessionId === null) return `signed:${reference}`
  const terms = [reference, sessionId, amountMinor, currency, issuedAt ?? null, payer ?? null]
  return `signed:${digest(terms).slice(0, 16)}`
}

/**
 * The name of what an address asks a phone to pay: each screen that asks for it again has an address of its own, for the
 * session that asked first.
 */
export function purchaseKey({ reference, sessionId, payer }: SignedAddress): string {
  return `purchase:${digest([reference, sessionId, payer?.slice(0, payerLength) ?? null]).slice(0, 16)}`
}

/**
 * Whether two addresses of a session were made for one phone: by the whole number where both have one, else by its end. An
 * address without a payer may be for any.
 */
export function isSamePayer(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return true
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) === other.slice(0, length)
}

/** Characters that the end of a phone's number has in a payer; those of the whole number follow. */
export const payerLength = 8

/** What the address of a checkout was signed for: several of one reference may differ in their terms. */
export function addressTerms({ reference, amountMinor, currency }: SignedAddress): string {
  return digest([reference, amountMinor, currency]).slice(0, 16)
}

/** What a notice says of its payment, as far as an address can be signed for it. */
export interface SignedTerms {
  readonly outcome: Outcome
  readonly amountMinor: number | null
  /** Three capital letters; null where it says none, as notices do as a rule. */
  readonly currency: string | null
  /** As it must be in the address; undefined where no notice of the kind brings back what was given. */
  readonly reference: string | null | undefined
}

/** How well the outcome of a notice is known, and why. */
export interface WeighedEvidence extends Judgement {
  readonly evidence: Evidence
  readonly signed: SignedAddress | null
  readonly needsReview: readonly ReviewReason[]
  readonly confirmation: null
}

/** What an event has of which the service was not asked. */
export const unconfirmed = Object.freeze({ needsReview: Object.freeze([]), confirmation: null })

/** Weighs what a notice says against the address that it came to: only where they agree it counts as signed. */
export function weighAddress(
  signed: SignedAddress | undefined,
  { outcome, why }: Judgement,
  terms: Omit<SignedTerms, 'outcome'>,
  notes: Notes,
): WeighedEvidence {
  if (signed === undefined) return { outcome, why, evidence: 'callback', signed: null, ...unconfirmed }
  const difference = differenceOf(signed, { outcome, ...terms })
  if (difference === undefined) return { outcome, why, evidence: 'signed', signed, ...unconfirmed }
  const { reason, inWords } = difference
  notes.add(inWords)
  const doubted = { outcome, why: `${why}; but ${inWords}`, evidence: 'callback' } as const
  return { ...doubted, signed, needsReview: [reason], confirmation: null }
}

interface Difference {
  readonly reason: ReviewReason
  readonly inWords: string
}

const otherReference: Difference = {
  reason: 'otherReference',
  inWords: 'its address was signed for another reference',
}
const amountUnknown: Difference = {
  reason: 'amountUnknown',
  inWords: 'its address was signed for an amount, and it says none',
}
const underpaid: Difference = { reason: 'underpaid', inWords: 'its address was signed for a larger amount' }

const otherCurrency: Difference = { reason: 'otherCurrency', inWords: 'its address was signed for another currency' }

function differenceOf(
  signed: SignedAddress,
  { outcome, amountMinor, currency, reference }: SignedTerms,
): Difference | undefined {
  if (reference !== undefined && reference !== signed.reference) return otherReference
  if (outcome !== 'paid') return undefined
  if (currency !== null && signed.currency !== null && currency !== signed.currency) {
    return otherCurrency
  }
  if (signed.amountMinor === null) return undefined
  if (amountMinor === null) return amountUnknown
  return amountMinor < signed.amountMinor ? underpaid : undefined
}

/** Reads what an inbox kept of it; undefined where it is nothing of the kind. */
export function readSignedAddress(value: unknown): SignedAddress | undefined {
  if (!isRecord(value)) return undefined
  const { reference, sessionId, amountMinor, currency, issuedAt, payer } = value
  const isWhole = isTextOrNull(reference) && isTextOrNull(sessionId) && isTextOrNull(currency)
  if (!isWhole || !(amountMinor === null || typeof amountMinor === 'number')) return undefined
  return {
    reference,
    sessionId,
    amountMinor,
    currency,
    ...(typeof issuedAt === 'number' ? { issuedAt } : {}),
    ...(typeof payer === 'string' ? { payer } : {}),
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
