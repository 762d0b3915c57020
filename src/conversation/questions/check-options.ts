import { ownOptions } from '../../own-options.ts'
import { describeValue } from '../../replies/checks/describe-value.ts'
import { isVisible } from '../../replies/checks/read-text.ts'
import { meantWord } from '../../text/nearest-word.ts'
import { QuestionNameError, QuestionValueError } from '../errors.ts'
import type { CheckSays, QuestionOptions } from './question.ts'

/**
 * Every name that a question takes: its own, and those of every question.
 *
 * @example
 * ```ts
 * const names = optionNames('min', 'max')
 * ```
 */
export function optionNames(...own: readonly string[]): ReadonlySet<string> {
  return new Set([...own, 'check', 'optional', 'problem', 'sensitive', 'tries', 'takesKeys'])
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
export function checkOptions<Given extends QuestionOptions<never, CheckSays, string | undefined>>(
  question: string,
  known: ReadonlySet<string>,
  options: Given,
): Given {
  const own = checkNames(question, known, options)
  const { check, optional, problem, sensitive, tries, takesKeys } = own
  checkOption(question, 'check', 'a function', check, typeof check === 'function')
  checkOption(question, 'optional', skippingLine, optional, keyOfLine(optional) !== undefined)
  checkOption(question, 'problem', 'a string with something to read in it', problem, isLine(problem))
  checkOption(question, 'sensitive', 'true or false', sensitive, typeof sensitive === 'boolean')
  checkOption(question, 'tries', 'a whole number of 1 or more', tries, isCount(tries))
  checkOption(question, 'takesKeys', 'true or false', takesKeys, typeof takesKeys === 'boolean')
  return own
}

const skippingLine = "a line that begins with the key that skips, such as '0 to skip'"

/**
 * The key that a line begins with; undefined where it begins with none.
 *
 * @example
 * ```ts
 * keyOfLine('0 to skip') // '0'
 * ```
 */
export function keyOfLine(line: unknown): string | undefined {
  return typeof line === 'string' ? keyFirst.exec(line)?.[1] : undefined
}

// As the keys of a conversation: a star before one says that it is a way.
const keyFirst = /^([\d#][\d*#]{0,3})\s+\S/

/**
 * Refuses a `min` above the `max`: no answer would ever do.
 *
 * @throws FMW_QUESTION_VALUE
 * @example
 * ```ts
 * checkRange('whole', 1, 20) // fine
 * ```
 */
export function checkRange<Limit extends number | string>(question: string, min: Limit, max: Limit): void {
  if (min > max) throw new QuestionValueError('min', ownerOf(question), `at most max, which is ${max}`, `${min}`)
}

/**
 * Refuses the value of an option that was given and is not allowed.
 *
 * @param expected goes on after "must be"
 * @throws FMW_QUESTION_VALUE
 * @example
 * ```ts
 * checkOption('whole', 'min', 'a whole number', min, Number.isSafeInteger(min))
 * ```
 */
export function checkOption(
  question: string,
  option: string,
  expected: string,
  value: unknown,
  isAllowed: boolean,
): void {
  if (value === undefined || isAllowed) return
  throw new QuestionValueError(option, ownerOf(question), expected, describeValue(value))
}

/**
 * Refuses options that are no object, and every name that is not known.
 *
 * @param question its name, or that of a step, for the error text
 * @param habits what people are used to write for a name, in small letters
 * @throws FMW_QUESTION_NAME naming the nearest known name
 * @throws FMW_QUESTION_VALUE
 * @example
 * ```ts
 * checkNames('whole', names, { min: 1 }) // fine
 * ```
 */
export function checkNames<Given extends object>(
  question: string,
  known: ReadonlySet<string>,
  options: Given,
  habits = noHabits,
): Given {
  // The type says object; callers in plain JavaScript are not held to it.
  if (typeof options !== 'object' || options === null) {
    throw new QuestionValueError('options', ownerOf(question), 'an object', describeValue(options))
  }
  const own = ownOptions(options)
  for (const name in own) if (!known.has(name)) throw unknownName(question, known, name, habits)
  return own
}

const noHabits: ReadonlyMap<string, string> = new Map()

function unknownName(question: string, known: ReadonlySet<string>, name: string, habits: ReadonlyMap<string, string>) {
  // A name is code and may be shown; cut, because a spread object may bring any.
  const shown = name.slice(0, 40)
  const nearest = meantWord(shown, [...known], habits)
  const hint = nearest === undefined ? '' : `; "${nearest}" may be meant`
  return new QuestionNameError(shown, ownerOf(question), hint, [...known].join(', '))
}

/**
 * Whose option it is, in words: a question's, or that of a step, which is named for its function.
 *
 * @example
 * ownerOf('whole') // 'the question whole'
 * ownerOf('talk.pay') // 'talk.pay'
 */
export function ownerOf(name: string): string {
  return name.startsWith('talk.') || name === 'money' ? name : `the question ${name}`
}

/** Whether a value is text with something to read in it. */
export function isLine(value: unknown): boolean {
  return typeof value === 'string' && isVisible(value)
}

/** Whether a value counts something: a whole number of 1 or more. */
export function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}
