import { checkNames } from './check-names.ts'
import { checkOption } from './check-option.ts'
import { isCount } from './is-count.ts'
import { isLine } from './is-line.ts'
import type { QuestionOptions } from './question.ts'

/**
 * Every name that a question takes: its own, and those of every question.
 *
 * @example
 * ```ts
 * const names = optionNames('min', 'max')
 * ```
 */
export function optionNames(...own: readonly string[]): ReadonlySet<string> {
  return new Set([...own, 'check', 'problem', 'sensitive', 'tries'])
}

/**
 * Refuses options that are no object, every name that is not known, and wrong values of what every question takes: in
 * JavaScript a misspelt `sensitve` would otherwise show a PIN.
 *
 * @param question its name, for the error text
 * @throws FMW_QUESTION_NAME naming the nearest known name
 * @throws FMW_QUESTION_VALUE
 * @example
 * ```ts
 * checkOptions('whole', names, { min: 1 }) // fine
 * ```
 */
export function checkOptions<Given extends QuestionOptions<never>>(
  question: string,
  known: ReadonlySet<string>,
  options: Given,
): Given {
  const own = checkNames(question, known, options)
  const { check, problem, sensitive, tries } = own
  checkOption(question, 'check', 'a function', check, typeof check === 'function')
  checkOption(question, 'problem', 'a string with something to read in it', problem, isLine(problem))
  checkOption(question, 'sensitive', 'true or false', sensitive, typeof sensitive === 'boolean')
  checkOption(question, 'tries', 'a whole number of 1 or more', tries, isCount(tries))
  return own
}
