import { ownOptions } from '../../own-options.ts'
import { describeValue } from '../../replies/describe-value.ts'
import { meantWord } from '../../replies/meant-word.ts'
import { QuestionNameError, QuestionValueError } from '../errors.ts'
import { ownerOf } from './owner-of.ts'

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
  for (const name of Object.keys(options)) if (!known.has(name)) throw unknownName(question, known, name, habits)
  return ownOptions(options)
}

const noHabits: ReadonlyMap<string, string> = new Map()

function unknownName(question: string, known: ReadonlySet<string>, name: string, habits: ReadonlyMap<string, string>) {
  // A name is code and may be shown; cut, because a spread object may bring any.
  const shown = name.slice(0, 40)
  const nearest = meantWord(shown, [...known], habits)
  const hint = nearest === undefined ? '' : `; "${nearest}" may be meant`
  return new QuestionNameError(shown, ownerOf(question), hint, [...known].join(', '))
}
