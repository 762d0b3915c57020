import { describeValue } from './describe-value.ts'
import { ReplyOptionValueError } from './errors.ts'

/**
 * What a rich channel lets the user type (reference 2.6, FieldType); `number` is a whole number.
 *
 * @example
 * const field: FieldType = 'email'
 * turn.prompt('Your email address?', { field })
 */
export type FieldType = 'text' | 'phone' | 'email' | 'number' | 'decimal' | 'textarea'

/** Reference 2.6, FieldType; the first stands when none is given. */
export const fieldTypes: Words<FieldType> = ['text', 'phone', 'email', 'number', 'decimal', 'textarea']

/** The words that an option or setting takes; the first is what stands when none is given. */
export type Words<W extends string> = readonly [W, ...W[]]

/**
 * The word given for an option, or the first allowed one when none was.
 *
 * @throws FMW_REPLY_OPTION_VALUE naming the option and what it takes
 * @example
 * ```ts
 * readWord('turn.menu', 'as', ['menu', 'select', 'confirm'], undefined) // 'menu'
 * ```
 */
export function readWord<W extends string>(where: string, name: string, allowed: Words<W>, value: unknown): W {
  if (value === undefined) return allowed[0]
  for (const word of allowed) if (word === value) return word
  const words = allowed.map((word) => `"${word}"`).join(', ')
  throw new ReplyOptionValueError(where, name, words, describeWord(value))
}

/** Options of this sort are words of the program, so a short one is shown: it is the misspelling. */
function describeWord(value: unknown): string {
  return typeof value === 'string' && value.length <= 40 ? `"${value}"` : describeValue(value)
}
