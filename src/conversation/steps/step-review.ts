import { type Log, logSafely } from '../../log.ts'
import { describeError } from '../../text/describe-error.ts'
import type { Words } from '../words.ts'
import { type BegunStep, describeStep } from './begun-step.ts'
import { foldLabel, labelOf } from './choice-list.ts'

/** What an author is told of a step that can be taken. */
export type StepProblem = keyof typeof stepLines

/** Tells an author, in development, what will go wrong with a step: once for each step and problem. */
export class StepReview {
  readonly #told = new Set<string>()

  /** @param secrets are hidden where they stand in it */
  tell(problem: StepProblem, begun: BegunStep | undefined, found: object, secrets: readonly string[], log: Log): void {
    const step = begun && describeError(describeStep(begun), secrets).message
    const known = `${problem} ${step}`
    if (this.#told.has(known) || this.#told.size >= mostTold) return
    this.#told.add(known)
    logSafely(log, 'warn', { step, ...found }, stepLines[problem])
  }
}

/** Whether a list is a yes and a no, in the words of the conversation. */
export function isYesOrNo(options: readonly unknown[], { yes, no }: Words): boolean {
  const labels = options.map((option) => foldLabel(labelOf(option)))
  return labels.length === 2 && labels[0] === foldLabel(yes) && labels[1] === foldLabel(no)
}

/** Whether a text names amounts of money, and a payment is none of them, nor what they come to. */
export function namesOther(text: string, amount: number): boolean {
  if (!money.test(text)) return false
  const said = [...text.matchAll(numbers)].flatMap(([number]) => readings(number))
  const isMade = (made: number) => Math.abs(made - amount) < aCent
  if (isMade(said.reduce((sum, number) => sum + number, 0))) return false
  return !said.some(
    (one, at) =>
      isMade(one) || said.some((other, place) => place !== at && (isMade(one * other) || isMade(one + other))),
  )
}

/** A number as people write it may be two: `1.500`. */
function readings(number: string): readonly number[] {
  const mark = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  const [whole, decimals] = mark === -1 ? [number, ''] : [number.slice(0, mark), number.slice(mark + 1)]
  const units = whole.replace(marks, '')
  const pointed = Number(`${units}.${decimals}`)
  return decimals.length === 3 ? [Number(units + decimals), pointed] : [pointed]
}

const money =
  /\p{Sc} ?\d|\d ?\p{Sc}|\b(?:[A-Z]{3}|[Pp]ay|PAY|[Pp]ayer|[Tt]otal) ?\d|\d ?(?:[A-Z]{3}\b|cedis|francs|naira)/u
const numbers = /\d+(?:[.,]\d+)*/g
const marks = /[.,]/g
const aCent = 0.005

/** What each problem of a step says. */
export const stepLines = {
  lost: 'a step gave what JSON does not keep: give plain objects, lists, text and numbers',
  large: 'a step takes more than a quarter of its record: keep what the rest of the script needs, and look up the rest',
  longList:
    'a list is too long to be kept whole, so it is asked again if it changes between two screens: leave out of its options what the script does not need',
  secret: 'a sensitive answer is kept in plain by a step: leave it out of names, ids and talk.about',
  dialled:
    'a dialled code, such as *713*1#, leads to this effect or payment before the subscriber sees a screen: put talk.confirm before it, or set dialThrough, true or false',
  paysAfterNo: 'a payment follows a No: test what talk.confirm gives, if (!(await talk.confirm(…))) return talk.end(…)',
  otherAmount: 'a payment is of another amount than its talk.confirm says: make both from one value',
  yesOrNo:
    'a yes or a no to a payment is asked for with talk.choose: use talk.confirm, which is true or false, and which no dialled answer answers',
}

const mostTold = 128
