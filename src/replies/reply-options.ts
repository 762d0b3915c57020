import { limits } from '../catalogue/limits.ts'
import { isCleanText } from '../text/clean-text.ts'
import { checkNames } from './checks/check-names.ts'
import { describeValue } from './checks/describe-value.ts'
import { ReplyClientStateError, ReplyOptionValueError } from './checks/errors.ts'
import { longestText, readText } from './checks/read-text.ts'

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

/**
 * Options of every reply. All are taken on both channels, so one handler can serve them; what a channel or a
 * reply has no use for is not shown.
 *
 * @example
 * ```ts
 * turn.prompt('Enter your PIN', { state: { step: 'pin' }, maskNext: true, field: 'number' })
 * ```
 */
export interface ScreenOptions {
  /** The next state of the session, kept on the server; null clears it, undefined leaves it as it is. */
  readonly state?: unknown
  /** Comes back once with the next push. At most 100 characters, and anybody can forge it. Null is none. */
  readonly clientState?: string | null | undefined
  /** The screen is private: masked on its way (Mask), and left out of logs. */
  readonly sensitive?: boolean | undefined
  /** The answer is secret, such as a PIN: masked on its way (MaskNextRoute), and left out of logs. */
  readonly maskNext?: boolean | undefined
  /** The title on rich channels; USSD has none. Default: the first line of the message. */
  readonly label?: string | undefined
  /** What the user may type on rich channels. Default `text`. A `confirm` has none. */
  readonly field?: FieldType | undefined
}

/**
 * Options of `turn.prompt`.
 *
 * @example
 * ```ts
 * turn.prompt('Enter your PIN', { maskNext: true, field: 'number' })
 * ```
 */
export interface PromptOptions extends ScreenOptions {}

/**
 * Options of a reply that ends the session: `turn.end` and `turn.pay`.
 *
 * @example
 * ```ts
 * turn.end('Goodbye', { state: null })
 * ```
 */
export interface EndOptions extends ScreenOptions {}

/**
 * How rich channels show choices: `confirm` is a yes or no (reference 2.6, DataType).
 *
 * @example
 * ```ts
 * const as: MenuForm = 'confirm'
 * turn.menu('Pay 5.00 now?', ['Yes', 'No'], { as })
 * ```
 */
export type MenuForm = 'menu' | 'select' | 'confirm'

/**
 * Options of `turn.menu`.
 *
 * @example
 * ```ts
 * turn.menu('Pay 5.00 now?', ['Yes', 'No'], { as: 'confirm' })
 * ```
 */
export interface MenuOptions extends ScreenOptions {
  /** How rich channels show the choices. Default `menu`. `confirm` needs exactly two choices. */
  readonly as?: MenuForm | undefined
}

/** The options that every reply carries, checked. */
export interface CarriedOptions {
  readonly hasState: boolean
  readonly state: unknown
  readonly clientState: string | undefined
  readonly sensitive: boolean
  readonly maskNext: boolean
  /** What is entered next is left out of our logs and transcripts, and not masked on the way. */
  readonly hidesAnswer: boolean
  readonly label: string | undefined
  /** What logs and transcripts have in place of its text, where that quotes a secret. */
  readonly told?: string | undefined
}

/** What a reply carries when it was given no options. */
export const noOptions: CarriedOptions = Object.freeze({
  hasState: false,
  state: undefined,
  clientState: undefined,
  sensitive: false,
  maskNext: false,
  hidesAnswer: false,
  label: undefined,
})

/** The names that each builder takes: one list, so that a screen may become another without a change of options. */
export const optionNames = {
  all: ['state', 'clientState', 'sensitive', 'maskNext', 'label', 'field'],
  menu: ['state', 'clientState', 'sensitive', 'maskNext', 'label', 'field', 'as'],
} as const

/**
 * Checks the options that replies have in common.
 *
 * @param where the builder, for error texts
 * @param known the names that it takes
 * @throws FMW_REPLY_OPTION_NAME, FMW_REPLY_OPTION_VALUE, FMW_REPLY_CLIENT_STATE, or an error of the label
 * @example
 * ```ts
 * readOptions('turn.end', optionNames.all, { state: null }).hasState // true
 * ```
 */
export function readOptions(where: string, known: readonly string[], given: ScreenOptions | undefined): CarriedOptions {
  if (given === undefined) return noOptions
  const options = checkNames(where, known, given)
  return {
    hasState: options.state !== undefined,
    state: options.state,
    clientState: readClientState(options.clientState),
    sensitive: readSwitch(where, 'sensitive', options.sensitive),
    maskNext: readSwitch(where, 'maskNext', options.maskNext),
    hidesAnswer: false,
    label: options.label === undefined ? undefined : readText('label', options.label, longestText),
  }
}

/** Whether a reply carries nothing but the state of its session: then it goes out like all that say the same. */
export function isStateAlone({ clientState, sensitive, maskNext, hidesAnswer, label, told }: CarriedOptions): boolean {
  const hasText = clientState !== undefined || label !== undefined || told !== undefined
  return !hasText && !sensitive && !maskNext && !hidesAnswer
}

/** Only true and false: the string 'false' would otherwise mask, and a null from a database would not. */
function readSwitch(where: string, name: string, value: unknown): boolean {
  if (value === undefined) return false
  if (typeof value === 'boolean') return value
  throw new ReplyOptionValueError(where, name, 'true or false', describeValue(value))
}

/**
 * The ClientState to send (reference 2.8); undefined and null are none, so the one of a push can be handed on.
 * It is never altered, since the service hands it back as it came.
 *
 * @throws FMW_REPLY_CLIENT_STATE when the service could not carry it
 * @example
 * ```ts
 * readClientState('step=2') // 'step=2'
 * ```
 */
export function readClientState(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (isCarriable(value)) return value
  throw new ReplyClientStateError(limits.clientState.max, describeValue(value))
}

/**
 * Whether the service can carry a ClientState and hand it back unchanged.
 *
 * @example
 * ```ts
 * isCarriable('x'.repeat(101)) // false
 * ```
 */
export function isCarriable(value: unknown): value is string {
  return typeof value === 'string' && value.length <= limits.clientState.max && isCleanText(value)
}
