import type { Verdict } from '../../pushes/money/confirmation.ts'
import type { SignedAddress } from '../../pushes/money/signed-address.ts'
import { PaidPurchases } from '../money/paid-purchases.ts'
import { Weighing } from '../money/weighing.ts'
import { signedFor } from '../rules/callback-signer.ts'
import { barePayment, type ExpectedPayment, type Patience, type PaymentInQuestion } from '../rules/expected-payment.ts'
import { type IsOtherPayer, judgeAnswer, type Terms } from '../rules/judge-answer.ts'
import { askService, type PaymentConfirmer } from '../rules/payment-confirmer.ts'
import { SharedAnswers } from '../rules/shared-answers.ts'
import { Announcements } from './announcements.ts'
import { type ExpectedTerms, KeptExpectations, type KeptExpectationsParts } from './kept-expectations.ts'
import { Results, type ResultsParts } from './results.ts'

/** What payments are confirmed with. */
export interface ConfirmationsParts extends ResultsParts, Omit<KeptExpectationsParts, 'results'> {
  readonly confirmer: PaymentConfirmer
  /** Whether its payments are created here, or get addresses of their own, so that one nobody asked for is odd. */
  readonly expects: boolean
  readonly isOtherPayer: IsOtherPayer
}

/** What asking came to. */
export type Asked =
  | {
      readonly verdict: Verdict
      /** Whether somebody knows whom it concerns. */
      readonly isKnown: boolean
      /** Whether it was asked for here, or told of before. */
      readonly isExpected: boolean
      /** Why it is told by somebody else; undefined where it is not. */
      readonly toldElsewhere: string | undefined
      /** Whether it came to its own address, and something else was the first to name it. */
      readonly isForestalled: boolean
      /** Whether its address says something against it that nothing else does. */
      readonly isDoubtedByAddress: boolean
      /** Whether it is paid, and another try under its reference is still under way: a second payment may come. */
      readonly isAnotherPending: boolean
      /** Whether the service was asked for another entry, before. */
      readonly isShared: boolean
      readonly problem?: undefined
    }
  | { readonly verdict?: undefined; readonly problem: string }

/** What the service says of payments, beside what was asked for. */
export class Confirmations {
  readonly #parts: ConfirmationsParts
  readonly #answers: SharedAnswers
  readonly results: Results
  readonly expectations: KeptExpectations
  readonly announcements: Announcements
  readonly purchases: PaidPurchases
  readonly weighing: Weighing

  constructor(parts: ConfirmationsParts) {
    this.#parts = parts
    this.#answers = new SharedAnswers(parts.clock)
    const results = new Results(parts)
    const expectations = new KeptExpectations({ ...parts, results })
    const toldOf = async (paid: ExpectedPayment) => {
      const [told] = parts.resultsOf(paid)
      return told && (await results.find(told))
    }
    this.results = results
    this.expectations = expectations
    this.announcements = new Announcements({ ...parts, results, expectations })
    this.purchases = new PaidPurchases({ ...parts, find: (id) => parts.inbox.get(parts.registration, id), toldOf })
    this.weighing = new Weighing({ ...parts, purchases: this.purchases, checkouts: expectations })
  }

  get patience(): Patience {
    return this.#parts.patience
  }

  /** Whether what fails is tried again. */
  get retries(): boolean {
    return this.#parts.retries
  }

  /** Whether a push that came to no address of its own may be anybody's. */
  get isSigned(): boolean {
    return this.#parts.isSigned
  }

  /** Epoch ms. */
  now(): number {
    return this.#parts.clock.now()
  }

  /**
   * Asks the service, and compares what it says with what was asked for.
   *
   * @param isAgain whether no answer will do that somebody asked for before
   * @throws FMW_STORE_UNAVAILABLE
   */
  async ask(payment: PaymentInQuestion, signal: AbortSignal, isAgain: boolean): Promise<Asked> {
    const { confirmer, clock } = this.#parts
    const { kind, question } = payment
    const asker = isAgain ? { id: payment.id, at: Number.POSITIVE_INFINITY } : payment
    const shared = this.#answers.of(question, asker, () => askService(confirmer, question, clock, signal))
    const { told: asking, askedAt } = shared
    const { clientReference } = question
    const atHand = payment.expected ?? this.expectations.remembered(clientReference)
    const [told, expected] =
      atHand === undefined ? await Promise.all([asking, this.expectations.of(clientReference)]) : [await asking, atHand]
    if (told.answer === undefined) return { problem: told.problem }
    const reference = told.answer.transaction?.clientReference ?? undefined
    const isOther = reference !== undefined && reference !== clientReference
    // It may have been created while the service was asked, also where a push had named it before.
    const known =
      isOther && kind === 'checkout'
        ? await this.expectations.of(reference)
        : expected?.isOurs === true
          ? expected
          : await this.expectations.of(clientReference)
    const own = signedFor(kind, payment.signed, reference ?? clientReference)
    const isLate = payment.isLookedAt !== true && (await this.#wasGivenUp(payment, known))
    const terms = this.#termsOf(payment, known, own, isLate)
    const answer = { answer: told.answer, askedAt }
    const { verdict, toldElsewhere } = await this.weighing.weigh(payment, answer, terms, own)
    // Whom it concerns is known where a record, an invoice or an address of ours says so.
    const isNamed = told.answer.transactions.some(
      (record) => record.clientReference !== null && record.clientReference === clientReference,
    )
    const isKnown = reference !== undefined || isNamed || known !== undefined || own !== null
    const besides = judgeAnswer(told.answer, this.#termsOf(payment, known, null, isLate), askedAt).needsReview
    const isDoubtedByAddress =
      kind === 'checkout' && own !== null && verdict.needsReview.some((reason) => !besides.includes(reason))
    const paidFor = kind === 'checkout' ? (reference ?? clientReference) : own?.reference
    return {
      verdict: toldElsewhere === undefined ? await this.weighing.once(payment, verdict, paidFor ?? null, own) : verdict,
      isKnown,
      isDoubtedByAddress,
      isAnotherPending: kind === 'checkout' && told.answer.isAnotherPending === true,
      isShared: shared.isShared,
      // One whose creation was cut off does not stand under its reference yet.
      isExpected: known !== undefined && !known.hasFailed,
      isForestalled: own !== null && known?.isOurs === false,
      toldElsewhere,
    }
  }

  /** The handler was told that it was given up, and may have sold the goods: under what its push says, or what is expected of it. */
  async #wasGivenUp(
    { kind, question, signed, at, isInLine = false }: PaymentInQuestion,
    known: ExpectedTerms | undefined,
  ): Promise<boolean> {
    const { expectations } = this
    if (known !== undefined && (await expectations.wasGivenUp(known, isInLine))) return true
    const own = signedFor(kind, signed, question.clientReference)
    const since = Math.min(at, own?.issuedAt ?? at)
    return await expectations.wasGivenUp({ ...barePayment(kind, question, since), signed: own }, isInLine)
  }

  #termsOf(
    { kind, claimedCheckoutId, claimedCurrency, signed }: PaymentInQuestion,
    expected: ExpectedTerms | undefined,
    own: SignedAddress | null,
    isLate: boolean,
  ): Terms {
    const { expects } = this.#parts
    const isOurs = expected?.isOurs === true || own !== null
    const asked = [expected, own].filter((terms) => terms !== undefined && terms !== null)
    return {
      amountMinor: asked.reduce<number | null>((most, { amountMinor }) => largest(most, amountMinor), null),
      currencies: asked.flatMap(({ currency }) => currency ?? []),
      reference: kind === 'checkout' ? (signed?.reference ?? null) : null,
      checkoutId: expected?.checkoutId ?? null,
      claimedCheckoutId,
      // Of a push elsewhere nobody knows who sent it.
      claimedCurrency: own && claimedCurrency,
      reasons: [
        ...(expects && !isOurs ? (['unexpected'] as const) : []),
        ...(isLate ? (['late'] as const) : []),
        ...(kind === 'checkout' && expected?.toldAs === 'ussdPayment' ? (['reused'] as const) : []),
      ],
    }
  }
}

function largest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}
