import { shortestSecret } from '../text/describe-error.ts'
import { hideSecrets } from '../text/hide-secrets.ts'
import { withoutTyped } from '../text/secrets/without-typed.ts'
import { makeReply, partsOf, type Reply, type ReplyChannel } from './reply.ts'

/** The screen of a reply as logs and transcripts have it. */
export function toldScreen(reply: Reply): string {
  return reply.sensitive ? '(sensitive)' : (partsOf(reply).options.told ?? reply.message)
}

/** What may stand on a screen, and not in logs and transcripts. */
export interface Untold {
  /** `***` stands for them. Those of one or two characters stay: to take out each "1" would leave nothing to read. */
  readonly secrets: readonly string[]
  /** What was typed and is kept in no transcript: `*` stands for each of its words. */
  readonly typed: readonly string[]
}

/**
 * The same reply, of which logs and transcripts are told less than its screen shows. It keeps that over every store, since
 * another turn may give it later.
 */
export function toldWithout<C extends ReplyChannel>(reply: Reply<C>, { secrets, typed }: Untold): Reply<C> {
  if ((secrets.length === 0 && typed.length === 0) || reply.sensitive) return reply
  const { channel, type, message } = reply
  const long = secrets.map((secret) => secret.trim()).filter(({ length }) => length >= shortestSecret)
  const told = withoutTyped(typed)(hideSecrets(message, long))
  if (told === message) return reply
  const { options, content } = partsOf(reply)
  return makeReply(channel, type, message, { ...options, told }, content)
}
