import { describeValue } from '../../replies/describe-value.ts'
import { QuestionValueError } from '../errors.ts'
import { ownerOf } from './owner-of.ts'

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
