import { ReplyChannelError } from '../checks/errors.ts'
import { type Reply, writtenOnce } from '../reply.ts'
import type { NameCasing, ReplySettings } from './reply-settings.ts'
import { casedName, jsonText, typeWords, wireDescription, wireText } from './wire-text.ts'

/**
 * The JSON body that answers a USSD push (reference 2.8), in pure ASCII. It holds Type and Message, and the
 * other fields only when there is something in them.
 *
 * @throws FMW_REPLY_CHANNEL when a turn of another channel built the reply
 * @example
 * ```ts
 * encodeUssd(reply, readReplySettings()) // '{"Type":"Response","Message":"Welcome"}'
 * ```
 */
export function encodeUssd(reply: Reply<'ussd'>, settings: ReplySettings): string {
  if (reply.channel !== 'ussd') throw new ReplyChannelError(reply.channel, 'ussd')
  return writtenOnce(reply, settings, write)
}

function write(reply: Reply<'ussd'>, settings: ReplySettings): string {
  const names = NAMES[settings.names]
  const word = typeWords[settings.typeWords][reply.type]
  let json = names.type + word + names.message + wireText(reply.message, settings)
  if (reply.clientState !== undefined) json += names.clientState + jsonText(reply.clientState)
  const payment = reply.payment
  if (payment !== undefined) {
    json += names.description + wireDescription(payment.description, settings) + names.amount + payment.amount
    if (payment.callbackUrl !== undefined) json += names.callbackUrl + jsonText(payment.callbackUrl)
  }
  return `${json}}`
}

/** The pieces of JSON between the values, made once: a name costs nothing on the way of a turn. */
const NAMES = { pascal: namesIn('pascal'), camel: namesIn('camel') }

function namesIn(casing: NameCasing) {
  return {
    type: `{"${casedName('Type', casing)}":"`,
    message: `","${casedName('Message', casing)}":`,
    clientState: `,"${casedName('ClientState', casing)}":`,
    description: `,"${casedName('Description', casing)}":`,
    amount: `,"${casedName('Amount', casing)}":`,
    callbackUrl: `,"${casedName('CallbackUrl', casing)}":`,
  }
}
