import type { Reply } from './reply.ts'
import type { ReplySettings } from './reply-settings.ts'

/**
 * The title of a reply on rich channels, which newer versions of the service demand: the one given, else the one
 * of the settings, else the first line of the message, at most 40 characters.
 *
 * @example
 * ```ts
 * labelOf(turn.prompt('Welcome\n1. Tea'), readReplySettings()) // 'Welcome'
 * ```
 */
export function labelOf(reply: Reply, settings: ReplySettings): string {
  if (reply.label !== undefined) return reply.label
  if (settings.label !== undefined) return settings.label
  // A title is not masked, so nothing of a masked message may stand in it.
  return reply.sensitive ? 'Private' : firstLine(reply.message)
}

function firstLine(message: string): string {
  const text = message.trimStart()
  const end = text.indexOf('\n')
  const line = (end === -1 ? text : text.slice(0, end)).trimEnd()
  // A cut through a surrogate pair would leave half of it.
  return line.length <= longestLabel ? line : `${line.slice(0, longestLabel - 3).replace(halfPair, '')}...`
}

const longestLabel = 40
const halfPair = /[\ud800-\udbff]$/
