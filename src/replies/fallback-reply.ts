import { longestText, readText } from './checks/read-text.ts'
import { displayed, inputOf, makeReply, partsOf, type Reply, type ReplyChannel, type ReplyContent } from './reply.ts'
import { isCarriable, noOptions } from './reply-options.ts'

/**
 * The reply that goes out when the handler has none: a waiting screen (`response`) or a polite end (`release`).
 *
 * Only its message can make it throw, so one made at boot proves the setting. A ClientState that came with the
 * push is attacker input: one that the service could not carry is left out rather than thrown over.
 *
 * @throws FMW_REPLY_TEXT or FMW_REPLY_TEXT_LENGTH for the message
 * @example
 * ```ts
 * fallbackReply('ussd', 'response', 'Please wait, we are working on it. Reply 1 to check.', push.clientState)
 * ```
 */
export function fallbackReply<C extends ReplyChannel>(
  channel: C,
  type: 'response' | 'release',
  message: string,
  clientState?: string | null | undefined,
): Reply<C> {
  const text = readText('message', message, longestText)
  const plain = plainReply(channel, type, text)
  if (!isCarriable(clientState)) return plain
  return makeReply(channel, type, text, { ...noOptions, clientState }, partsOf(plain).content)
}

/** The types of a reply that may be nothing but its text. */
export type PlainType = 'response' | 'release'

/** A reply that is its text alone: a screen to answer in one's own words, or the last one. The text is checked already. */
export function plainReply<C extends ReplyChannel>(channel: C, type: PlainType, message: string): Reply<C> {
  return makeReply(channel, type, message, noOptions, plainContent(type))
}

/** How {@link plainReply} makes the same reply of its text; undefined where there is more to it. */
export function plainTypeOf(reply: Reply): PlainType | undefined {
  const { type } = reply
  const { options, content } = partsOf(reply)
  if (type === 'addToCart' || options !== noOptions) return undefined
  return content === plainContent(type) ? type : undefined
}

function plainContent(type: PlainType): ReplyContent {
  return type === 'release' ? displayed : inputOf('text')
}
