import { createError } from '@fastify/error'

/**
 * What a misused builder or setting throws. A text says what was wrong and what to do; it names the
 * size of a value and never its content, which may be a PIN, a name or an address with a secret.
 */

/** A message, title, label, name or description that is no string, or has nothing to read in it. */
export const ReplyTextError = createError<'FMW_REPLY_TEXT', [what: string, found: string]>(
  'FMW_REPLY_TEXT',
  'The %s must be a string with something to read in it, but it is %s. Give it the words that the user is to see.',
)

/** A reference of a payment that is no text. */
export const ReplyReferenceError = createError<'FMW_REPLY_TEXT', [found: string, hint: string]>(
  'FMW_REPLY_TEXT',
  'The reference must be a string with something to read in it, but it is %s. %s',
)

/** A text longer than the service or good sense allows. */
export const ReplyTextLengthError = createError<'FMW_REPLY_TEXT_LENGTH', [what: string, length: number, limit: number]>(
  'FMW_REPLY_TEXT_LENGTH',
  'The %s is %d characters long, and at most %d are allowed. Shorten it, or spread it over several screens.',
)

/** A ClientState that the service cannot carry (reference 2.8: at most 100 characters). */
export const ReplyClientStateError = createError<'FMW_REPLY_CLIENT_STATE', [limit: number, found: string]>(
  'FMW_REPLY_CLIENT_STATE',
  'The option clientState must be a string of at most %d characters without NUL or half a surrogate pair, but it is %s. ' +
    'Keep the data in the option state, which stays on the server and has no such limit.',
)

/** An amount or a price that cannot be paid as it stands. */
export const ReplyAmountError = createError<'FMW_REPLY_AMOUNT', [what: string, found: string]>(
  'FMW_REPLY_AMOUNT',
  'The %s must be a number above 0 with at most 2 decimals, in major currency units, but it is %s. ' +
    'Convert strings with Number(), and round with Math.round(value * 100) / 100.',
)

/** What `toMinor` was given is no amount. */
export const FMW_AMOUNT = createError<'FMW_AMOUNT', [found: string]>(
  'FMW_AMOUNT',
  'toMinor takes a number from 0 with at most 2 decimals, in major currency units, such as 60.1, but it was given %s. ' +
    'Convert strings with Number(), and round with Math.round(value * 100) / 100.',
  500,
  RangeError,
)

/** A quantity that cannot be sold. */
export const ReplyQuantityError = createError<'FMW_REPLY_QUANTITY', [what: string, found: string]>(
  'FMW_REPLY_QUANTITY',
  'The %s must be a number above 0 with at most 3 decimals, but it is %s. ' +
    'Convert strings with Number(), and leave out what is not bought.',
)

/** A payment that is no payment: nothing given, or a list without items. */
export const ReplyPaymentError = createError<'FMW_REPLY_PAYMENT', [where: string, found: string]>(
  'FMW_REPLY_PAYMENT',
  '%s needs what is to be paid: { items: [{ name, quantity, price }], reference }, one item alone, or ' +
    '{ amount, description, reference }, and one of the three; but it %s.',
)

/** A callback address that the service could not call. */
export const ReplyCallbackUrlError = createError<'FMW_REPLY_CALLBACK_URL', [found: string]>(
  'FMW_REPLY_CALLBACK_URL',
  'The callbackUrl must be an absolute http or https address without spaces, but it is %s. ' +
    'Write it out whole, such as https://shop.example/push/ussd-payment.',
)

/** Choices that make no menu. */
export const ReplyChoicesError = createError<'FMW_REPLY_CHOICES', [problem: string, mend: string]>(
  'FMW_REPLY_CHOICES',
  'The choices of a menu are wrong: %s. %s.',
)

/** An option, a setting or a payment field that does not exist: without this a misspelling would go unheard. */
export const ReplyOptionNameError = createError<
  'FMW_REPLY_OPTION_NAME',
  [where: string, name: string, hint: string, known: string]
>('FMW_REPLY_OPTION_NAME', '%s takes nothing called "%s"%s. It takes %s.')

/** An option or setting that exists, with a value that it does not take. */
export const ReplyOptionValueError = createError<
  'FMW_REPLY_OPTION_VALUE',
  [where: string, name: string, allowed: string, found: string]
>('FMW_REPLY_OPTION_VALUE', '%s takes for "%s" only %s, but it is %s.')

/** A reply that was built by the turn of another channel. */
export const ReplyChannelError = createError<'FMW_REPLY_CHANNEL', [built: string, wanted: string]>(
  'FMW_REPLY_CHANNEL',
  'This reply was built for the channel %s and cannot answer a push of the channel %s. ' +
    'Return what was built by the turn that your handler was given.',
)

/** A reply that was kept cannot be read again: the store was changed by hand, or by a version that is not known. */
export const StoredReplyError = createError<'FMW_STORED_REPLY', [channel: string, problem: string]>(
  'FMW_STORED_REPLY',
  'The stored reply of a %s turn %s. Was the store written by another program, or by a newer version of this package?',
)
