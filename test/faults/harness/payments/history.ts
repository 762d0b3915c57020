import type { KeptEntry } from '../application-process.ts'
import type { Sent } from '../send.ts'
import type { Claim } from './claim.ts'
import type { PaymentPlan, PlannedPush } from './plan.ts'

/** An answer of the status endpoint that names a payment. */
export interface Answered {
  /** Epoch ms. */
  readonly at: number
  /** What it says to whoever reads it rightly; null where it says nothing. */
  readonly says: Told['says']
  /** The status word. */
  readonly status: string | null
  /** Hundredths. */
  readonly amountMinor: number | null
  readonly phone: string | null
}

/** A request that told of a payment. */
export interface Pushed {
  /** Epoch ms. */
  readonly at: number
  readonly by: PlannedPush['by']
  readonly to: PlannedPush['to']
  readonly claim: Claim
  readonly sent: Sent
}

/** How the money was asked for: by an invoice, by a prompt, by a cart. */
export type MoneySource = 'checkout' | 'ussdPayment' | 'fulfilment'

/** A call of the application's payment handler, as it wrote it down. */
export interface Told {
  /** Epoch ms. */
  readonly at: number
  readonly pid: number
  /** `attempt.entryId` */
  readonly id: string
  /** `attempt.number` */
  readonly number: number
  readonly source: MoneySource
  readonly conflictsWith: string | null
  readonly outcome: string
  readonly evidence: string
  readonly reference: string | null
  /** The merchant's own, for which the address of a USSD payment was made; null of a checkout. */
  readonly address: string | null
  readonly amountMinor: number | null
  readonly needsReview: readonly string[]
  readonly paymentId: string | null
  readonly transactionId: string | null
  readonly networkTransactionId: string | null
  readonly phone: string | null
  /** Of `confirmation`; null where there is none. */
  readonly says: string | null
  readonly status: string | null
}

/** An order that the till refused, since a push had named its reference before. */
export interface Refused {
  /** Epoch ms. */
  readonly at: number
  /** How often the service had been asked for an invoice when this call began, and when it ended. */
  readonly creations: readonly [before: number, after: number]
}

/** Everything that is known of one payment from outside. */
export interface PaymentHistory {
  readonly plan: PaymentPlan
  /** Of all its invoices, since an order whose answer was lost is placed again. */
  readonly checkoutIds: string[]
  /** The CheckoutIds of the pages that the customer was given. */
  readonly pages: string[]
  /** How often the service was asked for an invoice: it may have made one whose answer said nothing. */
  creations: number
  /** The first time that its page was refused for a push of its reference; undefined where none was. */
  refused: Refused | undefined
  /** When it was ordered first, epoch ms; undefined before. */
  orderedAt: number | undefined
  /** When the customer got the page, epoch ms; undefined before. */
  startedAt: number | undefined
  readonly answers: Answered[]
  readonly pushes: Pushed[]
}

/** Of a payment that nobody has ordered yet. */
export function newHistory(plan: PaymentPlan): PaymentHistory {
  const nothing = { refused: undefined, orderedAt: undefined, startedAt: undefined }
  return { plan, checkoutIds: [], pages: [], creations: 0, answers: [], pushes: [], ...nothing }
}

/** The service's own name of a payment's transaction. */
export function transactionIdOf(reference: string): string {
  return `tx-${reference}`
}

/** The mobile money provider's. */
export function networkIdOf(reference: string): string {
  return `net-${reference}`
}

/** A payment's whole history in lines, oldest first. */
export function describeHistory(
  { plan, checkoutIds, refused, orderedAt, startedAt, answers, pushes }: PaymentHistory,
  told: readonly Told[],
  entries: readonly KeptEntry[],
): string[] {
  const start = startedAt ?? orderedAt ?? 0
  const { fate, way, amountMinor, paidMinor, steps } = plan
  const moments: (readonly [at: number, line: string])[] = [
    [orderedAt ?? 0, 'ordered'],
    ...steps.map(({ at, shownAt, says }) => [start + at, `${says} (shown at ${shownAt})`] as const),
    ...answers.map((one) => [one.at, `service: ${one.status}, ${one.amountMinor}: ${one.says}`] as const),
    ...pushes.map((push) => [push.at, describePush(push)] as const),
    ...(refused === undefined
      ? []
      : [[refused.at, `refused, after ${refused.creations} calls for an invoice`] as const]),
    ...told.map(({ at, ...one }) => [at, `handler: ${JSON.stringify(one)}`] as const),
  ]
  const lines = moments
    .toSorted(([one], [other]) => one - other)
    // Of pushes that nobody answered the first tells enough.
    .filter(([, line], index, all) => !(line.endsWith('unanswered') && all[index - 1]?.[1] === line))
  return [
    `planned: ${fate}, callback ${way}, ${paidMinor} of ${amountMinor}; invoices ${checkoutIds.join(', ')}`,
    ...lines.map(([at, line]) => `${String(at - start).padStart(7)} ms ${line}`),
    ...entries.map(({ id, state, failures, reason }) => `entry ${id}: ${state}, ${failures} failures, ${reason}`),
  ]
}

function describePush({ by, to, claim, sent }: Pushed): string {
  return `${by} to its ${to} address: ${claim.outcome} ${claim.amountMinor} of ${claim.reference}: ${sent}`
}
