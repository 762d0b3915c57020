import { hundredths } from '../pushes/minor-units.ts'
import { type Outcome, statusWords } from '../pushes/outcome.ts'
import { onGrid } from '../replies/decimal.ts'
import { describeValue } from '../replies/describe-value.ts'
import { meantWord } from '../replies/meant-word.ts'
import { FMW_TESTING_ANSWER } from './errors.ts'
import type { TransactionAnswerOptions } from './transaction-answer.ts'

/**
 * Refuses what only JavaScript lets through: an answer of which nothing is read would be one that says something else.
 *
 * @throws FMW_TESTING_ANSWER
 */
export function checkAnswerOptions(given: TransactionAnswerOptions): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new FMW_TESTING_ANSWER(`wants an object such as { outcome: 'paid', amount: 5 }, not ${describeValue(given)}`)
  }
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new FMW_TESTING_ANSWER(`has no option '${name}'${hint(name, names, likeNames)}`)
  }
  checkOutcome(given.outcome)
  checkAmount(given.amount)
  checkStart(given.startedAt)
}

function checkOutcome(outcome: unknown): void {
  if (outcomes.some((known) => known === outcome)) return
  const [shown, word] = typeof outcome === 'string' ? [`'${outcome}'`, outcome] : [describeValue(outcome), '']
  throw new FMW_TESTING_ANSWER(`wants an outcome, not ${shown}${hint(word, outcomes, likeOutcomes)}`)
}

function checkAmount(amount: unknown): void {
  if (amount === undefined || amount === 0 || onGrid(amount, hundredths) !== undefined) return
  const wanted = 'wants amount as a number from 0 with at most 2 decimals, in major currency units: 50.25'
  throw new FMW_TESTING_ANSWER(`${wanted}. It is ${describeValue(amount)}`)
}

function checkStart(startedAt: unknown): void {
  if (startedAt === undefined || (startedAt instanceof Date && !Number.isNaN(startedAt.getTime()))) return
  throw new FMW_TESTING_ANSWER(`wants startedAt as a Date. It is ${describeValue(startedAt)}`)
}

function hint(word: string, known: readonly string[], habits: ReadonlyMap<string, string>): string {
  const meant = meantWord(word, known, habits)
  return `${meant === undefined ? '' : `; '${meant}' may be meant`}. There are: ${known.join(', ')}`
}

const names = Object.keys({
  outcome: true,
  why: true,
  clientReference: true,
  checkoutId: true,
  transactionId: true,
  networkTransactionId: true,
  amount: true,
  currency: true,
  startedAt: true,
} satisfies Record<keyof TransactionAnswerOptions, true>)

const outcomes = Object.keys({
  paid: true,
  failed: true,
  cancelled: true,
  pending: true,
  refunded: true,
  undetermined: true,
} satisfies Record<Outcome, true>)

/** What events, questions and the service call them. */
const likeNames: ReadonlyMap<string, string> = new Map([
  ['reference', 'clientReference'],
  ['status', 'outcome'],
  ['reason', 'why'],
  ['servicetransactionid', 'transactionId'],
  ['currencycode', 'currency'],
  ['startdate', 'startedAt'],
  ['date', 'startedAt'],
])

/** The service's own words. */
const likeOutcomes: ReadonlyMap<string, string> = new Map(
  statusWords.flatMap(({ says, words }) => words.map((word) => [word, says] as const)),
)
