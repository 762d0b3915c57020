import { ownOptions } from '../../own-options.ts'
import { nearestWord } from '../../text/nearest-word.ts'
import { describeValue } from './describe-value.ts'
import { ReplyOptionNameError, ReplyOptionValueError } from './errors.ts'

/**
 * Refuses what is no object, and every name in it that is not known: in JavaScript a misspelt `clientstate`
 * would otherwise be lost without a word.
 *
 * @throws FMW_REPLY_OPTION_NAME naming the nearest known name
 * @throws FMW_REPLY_OPTION_VALUE when `given` is no object
 * @example
 * ```ts
 * checkNames('turn.end', ['state', 'label'], { state: null }) // fine
 * ```
 */
export function checkNames<Given extends object>(where: string, known: readonly string[], given: Given): Given {
  // The type says object; callers in plain JavaScript are not held to it.
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ReplyOptionValueError(where, 'options', 'an object', describeValue(given))
  }
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw unknownName(where, known, name)
  }
  return ownOptions(given)
}

function unknownName(where: string, known: readonly string[], name: string) {
  // A name is code and may be shown; cut, because a spread object may bring any.
  const shown = name.slice(0, 40)
  const nearest = nearestWord(shown, known)
  const hint = nearest === undefined ? '' : `; "${nearest}" may be meant`
  return new ReplyOptionNameError(where, shown, hint, known.join(', '))
}
