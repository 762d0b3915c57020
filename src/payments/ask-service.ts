import type { TransactionQuestion } from '../client/transactions/transaction.ts'
import type { Clock } from '../clock.ts'
import { isRecord } from '../pushes/is-record.ts'
import { describeError } from '../text/describe-error.ts'
import type { PaymentConfirmer, Told } from './payment-confirmer.ts'

/**
 * Asks what became of a payment. Never rejects, and always ends: whoever does not answer is taken for one that cannot
 * be reached, since a guess would be worse than asking again.
 */
export async function askService(
  confirmer: PaymentConfirmer,
  question: TransactionQuestion,
  clock: Clock,
  signal: AbortSignal,
): Promise<Told> {
  const late = Promise.withResolvers<Told>()
  const cancel = clock.after(longest, () => late.resolve({ problem: `there was no answer within ${longest} ms` }))
  try {
    return await Promise.race([answerOf(confirmer, question, signal), late.promise])
  } finally {
    cancel()
  }
}

async function answerOf(
  confirmer: PaymentConfirmer,
  question: TransactionQuestion,
  signal: AbortSignal,
): Promise<Told> {
  try {
    const answer = await confirmer.transactions.status(question, { signal })
    return isAnswer(answer) ? { answer } : { problem: 'confirmWith answered without outcome and transaction' }
  } catch (error) {
    return { problem: describeError(error).message }
  }
}

// ms. A client has a time-out of its own, which is shorter.
const longest = 60_000

/** In JavaScript anything may come. */
function isAnswer(answer: unknown): boolean {
  return (
    isRecord(answer) &&
    typeof answer.outcome === 'string' &&
    (answer.transaction === null || isRecord(answer.transaction))
  )
}
