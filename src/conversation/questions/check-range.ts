import { QuestionValueError } from '../errors.ts'
import { ownerOf } from './owner-of.ts'

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
