import type { TransactionAnswer } from '../../client/transactions/transaction.ts'
import type { Clock } from '../../clock.ts'
import { tellerOf } from '../../inbox/entry.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import { addressKey, type SignedAddress } from '../../pushes/money/signed-address.ts'
import { withoutForm } from '../../pushes/reading/identifiers.ts'
import { paidAgain } from '../rules/doubts.ts'
import {
  barePayment,
  checkoutLane,
  checkoutOf,
  type ExpectedPayment,
  type PaymentInQuestion,
} from '../rules/expected-payment.ts'
import { heldAgainstAddress, type IsOtherPayer, isSettled, judgeAnswer, type Terms } from '../rules/judge-answer.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'
import type { PaidPurchases } from './paid-purchases.ts'
import type { SettledReferences } from './settled-reference.ts'

/** What money is weighed with. */
export interface WeighingParts {
  readonly purchases: PaidPurchases
  /** Which references are paid, and how. */
  readonly settled: SettledReferences
  readonly checkouts: KnownCheckouts
  readonly isOtherPayer: IsOtherPayer
  readonly clock: Clock
}

/** What is known of checkouts, as far as it keeps their money from being told as that of a USSD payment. */
interface KnownCheckouts {
  underReference(reference: string): Promise<Pick<ExpectedPayment, 'isOurs' | 'toldAs'> | undefined>
  isTold(checkout: ExpectedPayment): Promise<boolean>
  /** @returns false where something else is expected of it already */
  expect(payment: string, checkout: ExpectedPayment): Promise<boolean>
}

/** What the service's word of a payment comes to beside the money that is told already. All of it throws FMW_STORE_UNAVAILABLE. */
export class Weighing {
  readonly #parts: WeighingParts

  constructor(parts: WeighingParts) {
    this.#parts = parts
  }

  /**
   * What a record comes to. Money that is told at an address made for it is told there alone, and no other money at that
   * address; and money under the reference of a checkout is that of the checkout, or of the USSD payment that was told first:
   * else one payment settled two orders. What comes to its own address is told there whatever it comes to, with a doubt where
   * it may be somebody else's: anybody may name a reference in a callback, and that must keep no money from being told.
   *
   * @returns `toldElsewhere`: why it is told by somebody else, if it is
   */
  async weigh(
    { kind, question, at }: PaymentInQuestion,
    { answer, askedAt }: { readonly answer: TransactionAnswer; readonly askedAt: number },
    terms: Terms,
    own: SignedAddress | null,
  ): Promise<{ readonly verdict: Verdict; readonly toldElsewhere?: string | undefined }> {
    const { purchases, isOtherPayer } = this.#parts
    const { transaction } = answer
    if (kind === 'checkout' || transaction === null) return { verdict: judgeAnswer(answer, terms, askedAt) }
    const reasons = own === null ? [] : heldAgainstAddress(own, transaction, isOtherPayer)
    const held = { ...terms, reasons: [...terms.reasons, ...reasons] }
    const verdict = judgeAnswer(answer, held, askedAt)
    const use = await this.#useOf(transaction.clientReference, verdict.outcome === 'paid')
    if (use === 'ours' || (use === 'checkout' && own === null)) return { verdict, toldElsewhere: byCheckout }
    const money = moneyOf(verdict)
    if (own === null) {
      const isJoined = money !== null && (await purchases.isJoined(money))
      return { verdict, toldElsewhere: isJoined ? byItsAddress : undefined }
    }
    const isOfCheckout = use === 'checkout' && verdict.confirmation.says === 'paid'
    const told = { ...barePayment(kind, question, at), signed: own }
    const taken = isOfCheckout ? 'reused' : money && (await this.#takenBy(money, verdict, own, told))
    if (taken === 'paidTwice') return { verdict: paidAgain(verdict) }
    if (taken !== 'reused') return { verdict }
    return { verdict: judgeAnswer(answer, { ...held, reasons: [...held.reasons, taken] }, askedAt) }
  }

  /** Why money that came to an address is not told there as it is: it is told elsewhere, or other money came first. */
  async #takenBy(
    money: string,
    verdict: Verdict,
    address: SignedAddress,
    told: ExpectedPayment,
  ): Promise<'paidTwice' | 'reused' | undefined> {
    const { purchases } = this.#parts
    if (verdict.outcome === 'paid') return await purchases.join(money, address, told)
    return isOtherEnd(verdict) && (await purchases.isJoined(money, address)) ? 'reused' : undefined
  }

  /**
   * The checkout whose reference the record of a USSD payment has, if one was asked for here or named by a callback. Where
   * none was and the payment is paid, no checkout has it from now on.
   */
  async #useOf(reference: string | null, isPaid: boolean): Promise<'ours' | 'checkout' | undefined> {
    if (reference === null) return undefined
    const { checkouts, clock } = this.#parts
    // One whose creation was cut off may never be told by itself.
    const known = await checkouts.underReference(reference)
    if (known?.isOurs === true) return 'ours'
    if (known !== undefined) return known.toldAs === 'ussdPayment' ? undefined : 'checkout'
    const checkout = checkoutOf(reference, clock.now())
    if (await checkouts.isTold(checkout)) return 'checkout'
    const isFree = !isPaid || (await checkouts.expect(checkoutLane(reference), { ...checkout, toldAs: 'ussdPayment' }))
    return isFree ? undefined : await this.#useOf(reference, false)
  }

  /** One order may be asked for as a checkout and in a session: the second that is paid is told as that. */
  async once(
    { kind, id: by }: PaymentInQuestion,
    verdict: Verdict,
    reference: string | null,
    own: SignedAddress | null,
  ): Promise<Verdict> {
    const as = kind === 'checkout' ? 'checkout' : 'session'
    const address = own === null || kind === 'checkout' ? null : addressKey(own)
    return await this.#parts.settled.told(verdict, { reference, as, money: [moneyOf(verdict), address], by })
  }

  /**
   * What the service says of a payment that wasn't paid, or went back, beside other money that is paid at its address by now, or for
   * the same purchase. It is looked at just before it is told: both may have been asked about at one moment.
   *
   * @param event what the verdict is told as
   */
  async besidePaid(verdict: Verdict, event: ConfirmableEvent): Promise<Verdict> {
    const { needsReview } = verdict
    const isDoubted = needsReview.includes('contradicted') || needsReview.includes('reused')
    const paid = isDoubted || !isOtherEnd(verdict) ? undefined : await this.#parts.purchases.besides(event)
    if (paid === undefined) return verdict
    // What it is known by is named first.
    return {
      ...verdict,
      needsReview: [...needsReview, 'contradicted'],
      contradicts: paid.entry && tellerOf(paid.entry),
    }
  }
}

const byCheckout = 'It is the payment of a checkout, which is told by itself'
const byItsAddress = 'It is told at the address that was made for it'

/** Whether a payment ended otherwise than paid, as the service says. */
function isOtherEnd(verdict: Verdict): boolean {
  return isSettled(verdict) && verdict.confirmation.says !== 'paid'
}

/** What the service calls the money of a record, however it spells it: two of its answers may differ in that. */
function moneyOf({ confirmation }: Verdict): string | null {
  const { transactionId, networkTransactionId } = confirmation
  const identifier = transactionId ?? networkTransactionId
  return identifier === null ? null : withoutForm(identifier)
}
