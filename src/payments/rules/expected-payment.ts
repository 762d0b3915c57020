import type { CheckoutInvoice } from '../../client/checkout.ts'
import type { TransactionQuestion } from '../../client/transactions/transaction.ts'
import { ownEntry } from '../../inbox/entry.ts'
import { readSignedAddress, type SignedAddress } from '../../pushes/money/signed-address.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { PushProblem } from '../../pushes/reading/push-problem.ts'
import type { NewEntry } from '../../store/entry.ts'
import { type CalledBackKind, isCalledBack, signedFor } from './callback-signer.ts'
import type { ConfirmableEvent } from './question-of.ts'

/** A payment whose end is not known yet: the service is asked about it until it is. */
export interface ExpectedPayment {
  /** What its result is delivered as. */
  readonly kind: CalledBackKind
  readonly question: TransactionQuestion
  /** Of the invoice; null where only a push says it. */
  readonly checkoutId: string | null
  /** What was asked for, in hundredths; null where nobody knows. */
  readonly amountMinor: number | null
  /** Three letters, such as `GHS`; null where nobody said. */
  readonly currency: string | null
  /** Whether this application asked for it: if not, a push was the first to name it. */
  readonly isOurs: boolean
  /** What the address was signed for that its push came to: how its result is joined to a session or an order. */
  readonly signed: SignedAddress | null
  /** Its invoice, to be given again; null where it was not created by `app.merchant.checkout`. */
  readonly invoice: CheckoutInvoice | null
  /** Whether it is asked about whatever was told before. */
  readonly isRecheck: boolean
  /**
   * Whether it was told as failed or cancelled, or its creation was cut off: it is asked about because its page may be paid all
   * the same.
   */
  readonly hasFailed: boolean
  /** Whether it was told as paid while another try under its reference was under way: it is asked about for a second payment. */
  readonly isBesidePaid: boolean
  /**
   * What a push told what became of it before anybody here asked for it: its reference is used, and nothing is open. A USSD
   * payment uses up the reference that its record has: the money is not that of a checkout as well. Null where none did.
   */
  readonly toldAs: CalledBackKind | null
  /** Epoch ms. */
  readonly since: number
  /** An entry that has to be over before it's asked about: it may have asked the service, and is told first. Null where none has. */
  readonly behind: Behind | null
  /** How long it had been waited for when it was put into the inbox: by the push that told of it. ms */
  readonly before: number
}

/** An entry that a question waits for. */
export interface Behind {
  readonly id: string
  /** Whether it's of the same push, which came again meanwhile: if it wasn't believed it's looked into once more, and else nothing is left. */
  readonly isRepeat: boolean
}

/** A payment that is asked about. */
export interface PaymentInQuestion {
  readonly kind: CalledBackKind
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

/** How long payments are waited for, ms. */
export interface Patience {
  /** Without a final callback the service is asked after this long. */
  readonly after: number
  /** A payment of which it says nothing final is given up after this long. */
  readonly giveUpAfter: number
}

/** A checkout of which nothing is known but its reference. @param since epoch ms */
export function checkoutOf(clientReference: string, since: number): ExpectedPayment {
  return barePayment('checkout', { clientReference }, since)
}

/** A payment of which nothing is known but what the service is asked. @param since epoch ms */
export function barePayment(kind: CalledBackKind, question: TransactionQuestion, since: number): ExpectedPayment {
  return {
    kind,
    question,
    checkoutId: null,
    amountMinor: null,
    currency: null,
    isOurs: false,
    signed: null,
    invoice: null,
    isRecheck: false,
    hasFailed: false,
    isBesidePaid: false,
    toldAs: null,
    behind: null,
    since,
    before: 0,
  }
}

/** What is known of a payment by its push. @param before how long ago that came, ms */
export function expectedOf(
  { kind, signed, receivedAt }: ConfirmableEvent,
  question: TransactionQuestion,
  before: number,
): ExpectedPayment {
  const own = signedFor(kind, signed, question.clientReference)
  return {
    ...barePayment(kind, question, receivedAt.getTime()),
    amountMinor: own?.amountMinor ?? null,
    currency: own?.currency ?? null,
    isOurs: own !== null,
    signed: own,
    before,
  }
}

/** What it is known as to who has its CheckoutId and no reference; undefined where that is nothing else. */
export function namelessOf(expected: ExpectedPayment): ExpectedPayment | undefined {
  const { question, checkoutId } = expected
  const isNamed = question.clientReference !== undefined && checkoutId !== null
  return isNamed ? { ...expected, question: { checkoutId } } : undefined
}

/** The lane of a checkout that is known by its reference. */
export function checkoutLane(clientReference: string): string {
  return `checkout:clientReference:${clientReference}`
}

/** The id of what is expected of a payment. @param payment its lane, such as `checkout:clientReference:order-1` */
export function expectedId(payment: string): string {
  return `expectedPayment:${payment}`
}

/** What people call it. */
export function nameOf({ question, checkoutId }: ExpectedPayment): string {
  const { clientReference, serviceTransactionId, networkTransactionId } = question
  return clientReference ?? checkoutId ?? question.checkoutId ?? serviceTransactionId ?? networkTransactionId ?? '?'
}

/** The entry that stands for an expected payment. */
export function expectedEntry(payment: string, expected: ExpectedPayment): NewEntry {
  const { kind, question, amountMinor, currency, isOurs, since } = expected
  const known = {
    // The same payment, asked for again, is one; with other terms both are waited for.
    fingerprint: digest([kind, question, amountMinor, currency, isOurs]),
    reference: nameOf(expected),
  }
  return ownEntry({ kind: 'expectedPayment', id: expectedId(payment), receivedAt: since, ...known }, expected)
}

/** Reads what is kept of an expected payment. @throws PushProblem */
export function readExpected(kept: unknown): ExpectedPayment {
  if (!isRecord(kept) || !isRecord(kept.question)) throw unknownForm()
  const { kind, question, amountMinor, toldAs, since, before } = kept
  if (typeof kind !== 'string' || !isCalledBack(kind) || typeof since !== 'number') throw unknownForm()
  return {
    kind,
    question: Object.fromEntries(Object.entries(question).filter(([, value]) => typeof value === 'string')),
    checkoutId: textOf(kept.checkoutId),
    amountMinor: typeof amountMinor === 'number' ? amountMinor : null,
    currency: textOf(kept.currency),
    isOurs: kept.isOurs === true,
    signed: readSignedAddress(kept.signed) ?? null,
    invoice: readKeptInvoice(kept.invoice),
    isRecheck: kept.isRecheck === true,
    hasFailed: kept.hasFailed === true,
    isBesidePaid: kept.isBesidePaid === true,
    toldAs: typeof toldAs === 'string' && isCalledBack(toldAs) ? toldAs : null,
    behind: readBehind(kept.behind),
    since,
    before: typeof before === 'number' ? before : 0,
  }
}

function readKeptInvoice(kept: unknown): CheckoutInvoice | null {
  if (!isRecord(kept)) return null
  const { clientReference, checkoutUrl, raw } = kept
  if (typeof clientReference !== 'string') return null
  const facts = {
    clientReference,
    checkoutId: textOf(kept.checkoutId),
    checkoutDirectUrl: textOf(kept.checkoutDirectUrl),
    message: textOf(kept.message),
    responseCode: textOf(kept.responseCode),
    raw,
  }
  if (kept.isPaidByHand === true) return { ...facts, checkoutUrl: textOf(checkoutUrl), isPaidByHand: true }
  return typeof checkoutUrl === 'string' ? { ...facts, checkoutUrl, isPaidByHand: false } : null
}

function readBehind(kept: unknown): Behind | null {
  if (!isRecord(kept) || typeof kept.id !== 'string') return null
  return { id: kept.id, isRepeat: kept.isRepeat === true }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function unknownForm(): PushProblem {
  return new PushProblem({
    field: null,
    expected: 'an expected payment as the inbox keeps it',
    received: 'other bytes',
  })
}
