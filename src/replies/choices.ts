import { isCleanText } from '../text/clean-text.ts'
import { readAmount } from './checks/amount.ts'
import { describeValue } from './checks/describe-value.ts'
import { ReplyChoicesError } from './checks/errors.ts'
import { longestText, readText } from './checks/read-text.ts'
import type { MenuForm } from './reply-options.ts'

/**
 * One choice of a menu: its label, or more about it. On USSD, the user answers with the number of the line. A rich
 * channel sends `value`, which is that number unless you give another.
 *
 * @example
 * ```ts
 * turn.menu('Tickets', ['Adult', { label: 'Child', amount: 2.5 }])
 * ```
 */
export type Choice = string | ChoiceDetails

/**
 * A choice with more than a label.
 *
 * @example
 * ```ts
 * const child: ChoiceDetails = { label: 'Child', value: 'child', amount: 2.5 }
 * turn.menu('Tickets', ['Adult', child])
 * ```
 */
export interface ChoiceDetails {
  readonly label: string
  /** What a rich channel sends for this choice. Default: its number, from 1. */
  readonly value?: string | undefined
  /** Its price in major currency units, which rich channels show. */
  readonly amount?: number | undefined
}

/** A checked choice, in the words of reference 2.6, Data. */
export interface ReplyChoice {
  readonly display: string
  readonly value: string
  readonly amount: number | undefined
}

/**
 * Checks the choices of a menu.
 *
 * @throws FMW_REPLY_CHOICES when there are none, not two for `confirm`, or two with one value;
 * FMW_REPLY_TEXT for a blank label; FMW_REPLY_AMOUNT for an amount
 * @example
 * ```ts
 * readChoices(['Tea'], 'menu') // [{ display: 'Tea', value: '1', amount: undefined }]
 * ```
 */
export function readChoices(choices: readonly Choice[], form: MenuForm): readonly ReplyChoice[] {
  checkCount(choices, form)
  const read: ReplyChoice[] = []
  let named = false
  for (const choice of choices) {
    const number = read.length + 1
    if (typeof choice === 'string') {
      read.push(plainChoice(number, choice))
    } else {
      read.push(detailedChoice(number, choice))
      named = true
    }
  }
  // Numbers alone cannot repeat.
  if (named) checkValues(read)
  return Object.freeze(read)
}

function checkCount(choices: readonly Choice[], form: MenuForm): void {
  if (!Array.isArray(choices)) {
    throw new ReplyChoicesError(`they are ${describeValue(choices)}`, 'Give an array of labels')
  }
  if (choices.length === 0) {
    throw new ReplyChoicesError('there are none', 'Give at least one, or say with turn.end that there is nothing')
  }
  if (form === 'confirm' && choices.length !== 2) {
    const problem = `a confirm is a yes or no, and there are ${choices.length}`
    throw new ReplyChoicesError(problem, 'Give exactly two, or leave out { as: "confirm" }')
  }
}

function plainChoice(number: number, label: string): ReplyChoice {
  const display = readText(`label of choice ${number}`, label, longestText)
  return Object.freeze({ display, value: String(number), amount: undefined })
}

function detailedChoice(number: number, choice: ChoiceDetails): ReplyChoice {
  if (typeof choice !== 'object' || choice === null) {
    throw new ReplyChoicesError(`choice ${number} is ${describeValue(choice)}`, 'Give a label or { label, value }')
  }
  const display = readText(`label of choice ${number}`, choice.label, longestText)
  const value = choice.value === undefined ? String(number) : readValue(number, choice.value)
  const amount = choice.amount === undefined ? undefined : readAmount(`amount of choice ${number}`, choice.amount)
  return Object.freeze({ display, value, amount })
}

/** A value comes back as the answer, so it is refused rather than mended. */
function readValue(number: number, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= longestText && isCleanText(value)) return value
  const problem = `the value of choice ${number} is ${describeValue(value)}`
  throw new ReplyChoicesError(problem, `Give a string of 1 to ${longestText} characters, without NUL`)
}

function checkValues(choices: readonly ReplyChoice[]): void {
  const seen = new Map<string, number>()
  let number = 0
  for (const choice of choices) {
    number += 1
    const first = seen.get(choice.value)
    if (first !== undefined) {
      const problem = `choices ${first} and ${number} have the same value`
      throw new ReplyChoicesError(problem, 'Their answers could not be told apart: give each its own')
    }
    seen.set(choice.value, number)
  }
}
