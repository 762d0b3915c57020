import { makeReply, partsOf, type Reply, type ReplyChannel } from './reply.ts'
import { displayed, inputOf, type ReplyContent } from './reply-content.ts'
import { noOptions } from './reply-options.ts'

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
