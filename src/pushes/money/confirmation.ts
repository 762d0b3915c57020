import { isRecord } from '../reading/json.ts'
import type { Outcome } from './outcome.ts'

/**
 * Why a person should look at a payment. With `underpaid`, `paidOtherWay`, `amountUnknown`, `otherCurrency`,
 * `beforeAsked`, `timeUnknown`, `otherPayer`, `payerUnknown`, `reused`, `partlyRefunded`, `disputed`, `unknownReference` and `givenUp` the outcome is `undetermined`; so it is with `paidTwice` once the payment was told, and with `contradicted` where its own address came after that, or where it comes as paid after it was told as refunded. The others leave it as it is.
 *
 * @example
 * const inWords: Partial<Record<ReviewReason, string>> = { overpaid: 'give the rest back', late: 'the goods may be gone' }
 */
export type ReviewReason = (typeof reviewReasons)[number]

/**
 * Every reason for a person to look at a payment, in the order in which `needsReview` has them.
 *
 * @example
 * const counts = Object.fromEntries(reviewReasons.map((reason) => [reason, 0]))
 */
export const reviewReasons = [
  /** Another of the same payment, or at the same address, was told before, and says something else: not both may be true. So it is where it failed after it was told as paid, or is told as paid after it was refunded. */
  'contradicted',
  /** Less was paid than you asked for. */
  'underpaid',
  /** More was paid than you asked for. */
  'overpaid',
  /** Two payments came under one reference, or for what two screens of a conversation asked for: give one of them back. Where the first was told, the outcome is `undetermined`. */
  'paidTwice',
  /** Its reference was paid before, in the other way: as a checkout, and in a session. Give one of them back, unless you did. */
  'paidOtherWay',
  /** It is paid, and the amount isn't known. */
  'amountUnknown',
  /** It was paid in another currency than you asked for. If the record names none, what the push at its signed address names counts. */
  'otherCurrency',
  /** The address that the push came to was made for another reference. */
  'otherReference',
  /** A USSD payment that began before the address was made that told of it. */
  'beforeAsked',
  /** A USSD payment whose record has no time that can be read: it may be older than the address that told of it. */
  'timeUnknown',
  /** A USSD payment of another phone than the one that was asked. */
  'otherPayer',
  /** A USSD payment whose record does not say who paid, or masks it: it may be another phone than the one that was asked. */
  'payerUnknown',
  /** Its money was told at another address, or the address that it came to was used for other money. */
  'reused',
  /** The service cannot be asked about it, as about no fulfilment notice: what the push says is all that is known. */
  'unconfirmable',
  /** It came to no address of its own, though the application signs those of its kind, and no `app.merchant.checkout` asked for it. */
  'unexpected',
  /** It came after the payment had been given up. */
  'late',
  /** It was paid, and a part of it went back since, or less was refunded than was paid; or money did under its reference that may be its own. */
  'partlyRefunded',
  /** It was paid, and the payer disputes that. */
  'disputed',
  /** The service has no record of it, and your application didn't ask for it. */
  'unknownReference',
  /** There is no final status, however often the plugin asked. */
  'givenUp',
] as const

/**
 * What the service said of a payment when the plugin asked it (reference 4.2). All of it is the service's answer, and
 * nothing comes from the push.
 *
 * @example
 * const keeps = ({ amountMinor, feeMinor }: Confirmation) => (amountMinor ?? 0) - (feeMinor ?? 0)
 */
export interface Confirmation {
  /** When the service was asked, by the time of the store where it has one (PostgreSQL), else by the application's clock. */
  readonly askedAt: Date
  /** The service's outcome, before the plugin compares it with what you asked for. */
  readonly says: Outcome
  /** The status word as it came: `Settled`. */
  readonly status: string | null
  /** Your reference, from the record. */
  readonly clientReference: string | null
  /** From the record or your own invoice. Null if only a push has it. */
  readonly checkoutId: string | null
  /** The service's own identifier of the payment. */
  readonly transactionId: string | null
  /** The identifier of the mobile money provider. */
  readonly networkTransactionId: string | null
  /** What was paid, before the service takes its fee: hundredths, a whole number. */
  readonly amountMinor: number | null
  /** The service's fee, in hundredths. */
  readonly feeMinor: number | null
  /** What went back, in hundredths. */
  readonly refundedMinor: number | null
  /** Whether it is disputed. Null if the record doesn't say. */
  readonly isDisputed: boolean | null
  /** Three letters as they came: `GHS`. */
  readonly currencyCode: string | null
  /** The payer's number as it was sent. */
  readonly customerPhone: string | null
  /** `+` and digits if that is certain, otherwise null. */
  readonly customerPhoneInternational: string | null
  /** With `paidTwice`: how many payments the service has under the reference, and their sum. Left out where only one is certain. */
  readonly payments?: { readonly count: number; readonly amountMinor: number | null }
  /** The answer as it came. */
  readonly raw: unknown
}

/**
 * Several payments under one reference, taken together.
 *
 * @example
 * const isInParts = ({ amountMinor }: PaymentsTogether, due: number) => amountMinor === due
 */
export interface PaymentsTogether {
  /** 2 or more. */
  readonly count: number
  /** Their sum in hundredths. Null where one has no amount, or they are in several currencies. */
  readonly amountMinor: number | null
}

/** A confirmation, and what it comes to beside what was asked for. */
export interface Verdict {
  readonly outcome: Outcome
  readonly why: string
  readonly needsReview: readonly ReviewReason[]
  readonly confirmation: Confirmation
  /** How many ends of the payment stood before it when it was put into the inbox; undefined where its own push tells it. */
  readonly toldBefore?: number | undefined
  /** The entry of another end that was told before this one could be; undefined where this one is told. */
  readonly overtakenBy?: string | undefined
  /** The entry that it contradicts, though the two have not one identity: it is the same at each attempt. */
  readonly contradicts?: string | undefined
}

/** Reads what an inbox kept of it; undefined where it is nothing of the kind. */
export function readVerdict(value: unknown): Verdict | undefined {
  if (!isRecord(value) || !isRecord(value.confirmation) || !Array.isArray(value.needsReview)) return undefined
  const { outcome, why, needsReview, toldBefore, overtakenBy, contradicts } = value
  const { askedAt, says, raw, ...facts } = value.confirmation
  if (!isOutcome(outcome) || !isOutcome(says) || typeof why !== 'string' || typeof askedAt !== 'string') {
    return undefined
  }
  return {
    outcome,
    why,
    needsReview: needsReview.flatMap((word) => reviewReasons.find((reason) => reason === word) ?? []),
    ...(typeof toldBefore === 'number' ? { toldBefore } : {}),
    ...(typeof overtakenBy === 'string' ? { overtakenBy } : {}),
    ...(typeof contradicts === 'string' ? { contradicts } : {}),
    confirmation: {
      askedAt: new Date(askedAt),
      says,
      status: textOf(facts.status),
      clientReference: textOf(facts.clientReference),
      checkoutId: textOf(facts.checkoutId),
      transactionId: textOf(facts.transactionId),
      networkTransactionId: textOf(facts.networkTransactionId),
      amountMinor: numberOf(facts.amountMinor),
      feeMinor: numberOf(facts.feeMinor),
      refundedMinor: numberOf(facts.refundedMinor),
      isDisputed: typeof facts.isDisputed === 'boolean' ? facts.isDisputed : null,
      currencyCode: textOf(facts.currencyCode),
      customerPhone: textOf(facts.customerPhone),
      customerPhoneInternational: textOf(facts.customerPhoneInternational),
      ...paymentsOf(facts.payments),
      raw,
    },
  }
}

function paymentsOf(kept: unknown): Pick<Confirmation, 'payments'> {
  if (!isRecord(kept) || typeof kept.count !== 'number') return {}
  return { payments: { count: kept.count, amountMinor: numberOf(kept.amountMinor) } }
}

/** Whether a value is an outcome. */
export function isOutcome(value: unknown): value is Outcome {
  return outcomes.some((outcome) => outcome === value)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

const outcomes: readonly Outcome[] = ['paid', 'failed', 'cancelled', 'pending', 'refunded', 'undetermined']
