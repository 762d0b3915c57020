import { shortestSecret } from '../text/describe-error.ts'
import { hideSecrets } from '../text/hide-secrets.ts'
import { makeReply, partsOf, type Reply, type ReplyChannel } from './reply.ts'

/** The screen of a reply as logs and transcripts have it. */
export function toldScreen(reply: Reply): string {
  return reply.sensitive ? '(sensitive)' : (partsOf(reply).options.told ?? reply.message)
}

/**
 * The same reply, of which logs and transcripts are told `***` in place of what its screen quotes of secrets. It keeps that
 * over every store, since another turn may give it later.
 *
 * @param secrets texts of one or two characters among them stay: to take out each "1" would leave nothing to read
 */
export function toldWithout<C extends ReplyChannel>(reply: Reply<C>, secrets: readonly string[]): Reply<C> {
  if (secrets.length === 0 || reply.sensitive) return reply
  const { channel, type, message } = reply
  const long = secrets.map((secret) => secret.trim()).filter(({ length }) => length >= shortestSecret)
  const told = hideSecrets(message, long)
  if (told === message) return reply
  const { options, content } = partsOf(reply)
  return makeReply(channel, type, message, { ...options, told }, content)
}
