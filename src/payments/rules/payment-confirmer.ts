import type { CallOptions } from '../../client/client-options.ts'
import type { TransactionAnswer, TransactionQuestion } from '../../client/transactions/transaction.ts'
import type { Clock } from '../../clock.ts'
import { describeError } from '../../text/describe-error.ts'
import { problemOf } from './check-answer.ts'

/**
 * Answers whether a payment is true: a `MerchantClient`, or your own object in a test.
 *
 * @example
 * const confirmWith: PaymentConfirmer = { transactions: { status: async () => answerOfATest } }
 */
export interface PaymentConfirmer {
  readonly transactions: {
    /** Resolves to the status of a payment. If it rejects, the status isn't known. */
    status(question: TransactionQuestion, options?: CallOptions): Promise<TransactionAnswer>
    /** Called at boot. It throws what `status` would throw for every question of this form. It isn't async. */
    checkSettings?(question?: TransactionQuestion): void
  }
}

/** What it said, or why it said nothing. */
export type Told =
  | { readonly answer: TransactionAnswer; readonly problem?: undefined }
  | { readonly answer?: undefined; readonly problem: string }

/**
 * Asks what became of a payment. Never rejects, and always ends: whoever does not answer is taken for one that cannot
 * be reached, since a guess would be worse than asking again.
 */
export function askService(
  confirmer: PaymentConfirmer,
  question: TransactionQuestion,
  clock: Clock,
  signal: AbortSignal,
): Promise<Told> {
  const { promise, resolve } = Promise.withResolvers<Told>()
  const cancel = clock.after(longest, () => resolve({ problem: `there was no answer within ${longest} ms` }))
  const fail = (error: unknown): void => {
    cancel()
    resolve({ problem: describeError(error).message })
  }
  try {
    const asking = Promise.resolve(confirmer.transactions.status(question, { signal })).then((answer) =>
      toTold(answer, question),
    )
    asking.then((told) => {
      cancel()
      resolve(told)
    }, fail)
  } catch (error) {
    fail(error)
  }
  return promise
}

/** In JavaScript anything may come, also what throws when it is looked at. */
function toTold(answer: TransactionAnswer, question: TransactionQuestion): Told {
  const problem = problemOf(answer, question)
  return problem === undefined ? { answer } : { problem }
}

// ms. A client has a time-out of its own, which is shorter.
const longest = 60_000
