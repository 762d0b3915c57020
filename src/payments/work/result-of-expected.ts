import type { Incoming } from '../../pushes/event.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import type { ExpectedPayment } from '../rules/expected-payment.ts'

/** What a kind reads as the result of an expected payment. */
export function resultOfExpected({ question, checkoutId, signed }: ExpectedPayment, verdict: Verdict): Incoming {
  const fields = {
    Data: {
      CheckoutId: checkoutId ?? question.checkoutId,
      ClientReference: question.clientReference,
      TransactionId: question.serviceTransactionId,
    },
  }
  return {
    carrier: 'json',
    fields,
    // What nobody said anything of is told apart by what was asked.
    raw: verdict.confirmation.raw ?? question,
    verdict,
    ...(signed === null ? {} : { signed }),
  }
}
