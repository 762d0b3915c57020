import { isCarriable } from './client-state.ts'
import { plainReply } from './plain-reply.ts'
import { longestText, readText } from './read-text.ts'
import { makeReply, partsOf, type Reply, type ReplyChannel } from './reply.ts'
import { noOptions } from './reply-options.ts'

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
