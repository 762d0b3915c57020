import { shortestSecret } from '../text/describe-error.ts'
import { hideSpans, spansOf } from '../text/hide-secrets.ts'
import { typedFigures } from '../text/secrets/typed-figures.ts'
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
  /** What was typed and is kept in no transcript: `*` stands for each of its words and longer numbers. */
  readonly typed: readonly string[]
}

/**
 * The same reply, of which logs and transcripts are told less than its screen shows. It keeps that over every store, since
 * another turn may give it later.
 */
export function toldWithout<C extends ReplyChannel>(reply: Reply<C>, { secrets, typed }: Untold): Reply<C> {
  if (reply.sensitive) return reply
  const { channel, type, message } = reply
  const long = secrets.map((secret) => secret.trim()).filter(({ length }) => length >= shortestSecret)
  const told = withoutBoth(message, long, typed)
  if (told === message) return reply
  const { options, content } = partsOf(reply)
  return makeReply(channel, type, message, { ...options, told }, content)
}

function withoutBoth(message: string, secrets: readonly string[], typed: readonly string[]): string {
  const figures = typedFigures(typed)
  const wordless = withoutTyped(typed)
  const hidden = spansOf(message, secrets)
  // The rest of what was typed around a secret would tell its place in it.
  const around = figures(message).filter((one) => hidden.some(({ from, to }) => from < one.to && to > one.from))
  return hideSpans(message, [...hidden, ...around], (between) =>
    wordless(hideSpans(between, figures(between), (text) => text, '*')),
  )
}
