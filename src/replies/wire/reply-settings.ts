import { checkNames } from '../checks/check-names.ts'
import { describeValue } from '../checks/describe-value.ts'
import { ReplyOptionValueError } from '../checks/errors.ts'
import { longestText, readText } from '../checks/read-text.ts'
import { readCallbackUrl } from '../payment-request.ts'
import { readWord, type Words } from '../reply-options.ts'

/** Casing of field names: `Type` or `type`. The shown payloads of reference 2.5 to 2.8 use both. */
export type NameCasing = 'pascal' | 'camel'

/** Casing of type words: `Response` as shown, or `response` as listed in reference 2.6. AddToCart has one form. */
export type TypeWordCasing = 'capital' | 'lower'

/**
 * What wraps a programmable reply (reference 2.6): `{ status, message, data }`.
 *
 * @example
 * ```ts
 * const envelope: ReplyEnvelope = { status: 'Success', message: 'Success' }
 * await app.register(merchantWebhooks, { verify, programmable: shop, reply: { envelope } })
 * ```
 */
export interface ReplyEnvelope {
  readonly status: string
  readonly message: string
}

/**
 * How replies are written, where services differ. Each default follows the reference.
 *
 * @example
 * ```ts
 * const options: ReplyOptions = { names: 'camel', mask: 'boolean' }
 * ```
 */
export interface ReplyOptions {
  /** Casing of field names. Default `pascal`. */
  readonly names?: NameCasing | undefined
  /** Casing of `Response` and `Release`. Default `capital`. */
  readonly typeWords?: TypeWordCasing | undefined
  /**
   * `keep`, the default, sends any character, escaped in the JSON. `ascii` replaces characters with what every phone
   * shows.
   */
  readonly characters?: 'keep' | 'ascii' | undefined
  /** USSD: where payment notices go when a payment names no address of its own. */
  readonly callbackUrl?: string | undefined
  /** Programmable: `itemName, qty, price` (`camel`, the default) or `ItemName, Qty, Price`. */
  readonly itemNames?: NameCasing | undefined
  /** Programmable: Item of a single item is an object (`auto`, the default), or an array like several (`array`). */
  readonly items?: 'auto' | 'array' | undefined
  /** Programmable: Mask and MaskNextRoute as `"true"` (`string`, the default) or `true` (`boolean`). */
  readonly mask?: 'string' | 'boolean' | undefined
  /** Programmable: ServiceCode left null (`null`, the default) or carried back from the push (`echo`). */
  readonly serviceCode?: 'null' | 'echo' | undefined
  /** Programmable: wraps each reply; `true` uses the words `Success`. Default: no envelope. */
  readonly envelope?: boolean | ReplyEnvelope | undefined
  /** Programmable: the title of replies that give none; without it, the first line of the message. */
  readonly label?: string | undefined
}

/** {@link ReplyOptions}, checked and with every default filled in. */
export interface ReplySettings {
  readonly names: NameCasing
  readonly typeWords: TypeWordCasing
  readonly characters: 'keep' | 'ascii'
  readonly callbackUrl: string | undefined
  readonly itemNames: NameCasing
  readonly items: 'auto' | 'array'
  readonly mask: 'string' | 'boolean'
  readonly serviceCode: 'null' | 'echo'
  readonly envelope: ReplyEnvelope | undefined
  readonly label: string | undefined
}

/**
 * Checks the options of replies, once, at boot.
 *
 * @throws FMW_REPLY_OPTION_NAME for a setting that does not exist, FMW_REPLY_OPTION_VALUE for a word that
 * one does not take, FMW_REPLY_CALLBACK_URL, or an error of the label
 * @example
 * ```ts
 * readReplySettings({ names: 'camel' }).mask // 'string'
 * ```
 */
export function readReplySettings(given: ReplyOptions = {}): ReplySettings {
  const options = checkNames(settingOwner, settingNames, given)
  return Object.freeze({
    names: readWord(settingOwner, 'names', words.names, options.names),
    typeWords: readWord(settingOwner, 'typeWords', words.typeWords, options.typeWords),
    characters: readWord(settingOwner, 'characters', words.characters, options.characters),
    callbackUrl: readCallbackUrl(options.callbackUrl),
    itemNames: readWord(settingOwner, 'itemNames', words.itemNames, options.itemNames),
    items: readWord(settingOwner, 'items', words.items, options.items),
    mask: readWord(settingOwner, 'mask', words.mask, options.mask),
    serviceCode: readWord(settingOwner, 'serviceCode', words.serviceCode, options.serviceCode),
    envelope: readEnvelope(options.envelope),
    label: options.label === undefined ? undefined : readText('setting label', options.label, longestText),
  })
}

/** The words of the settings; the first of each is its default. */
const words: {
  readonly [S in 'names' | 'typeWords' | 'characters' | 'itemNames' | 'items' | 'mask' | 'serviceCode']: Words<
    ReplySettings[S]
  >
} = {
  names: ['pascal', 'camel'],
  typeWords: ['capital', 'lower'],
  characters: ['keep', 'ascii'],
  itemNames: ['camel', 'pascal'],
  items: ['auto', 'array'],
  mask: ['string', 'boolean'],
  serviceCode: ['null', 'echo'],
}

const settingOwner = 'The setting of replies'
const settingNames = [...Object.keys(words), 'callbackUrl', 'envelope', 'label']

/** The reference shows the envelope without its values; `Success` is its word for a status elsewhere (2.2). */
const defaultEnvelope: ReplyEnvelope = Object.freeze({ status: 'Success', message: 'Success' })

function readEnvelope(envelope: unknown): ReplyEnvelope | undefined {
  if (envelope === undefined || envelope === false) return undefined
  if (envelope === true) return defaultEnvelope
  if (
    typeof envelope === 'object' &&
    envelope !== null &&
    Object.hasOwn(envelope, 'status') &&
    'status' in envelope &&
    'message' in envelope
  ) {
    const { status, message } = envelope
    if (typeof status === 'string' && typeof message === 'string') return Object.freeze({ status, message })
  }
  const allowed = 'true, false or { status, message } with two strings'
  throw new ReplyOptionValueError(settingOwner, 'envelope', allowed, describeValue(envelope))
}
