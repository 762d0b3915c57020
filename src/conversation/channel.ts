import type { SessionEvent } from '../pushes/session-push.ts'

/**
 * Where a conversation takes place: as text on a phone, or on a channel that draws choices and fields itself (reference
 * 2.5, Operator).
 *
 * @example
 * const greeting = (channel: Channel) => (channel === 'ussd' ? 'Welcome' : 'Welcome to our store')
 */
export type Channel = 'ussd' | 'webstore' | 'pos' | 'app'

/** Whether something names a channel. */
export function isChannel(value: unknown): value is Channel {
  return value === 'ussd' || value === 'webstore' || value === 'pos' || value === 'app'
}

/** What of a push says where it was made. */
export type ChannelSigns = Pick<SessionEvent, 'kind' | 'type' | 'operator' | 'message' | 'serviceCode'>

/**
 * The channel of a push. USSD pushes are of USSD; those of programmable services say it by their operator, which names
 * a network operator on USSD, and the channel elsewhere. What names none of the known channels is USSD where a code was
 * dialled or the service code is one, else the service's app.
 */
export function channelOf({ kind, type, operator, message, serviceCode }: ChannelSigns): Channel {
  if (kind === 'ussd') return 'ussd'
  const word = operator.trim().toLowerCase()
  if (word.startsWith('webstore')) return 'webstore'
  if (word.startsWith('pos')) return 'pos'
  const isDialled = type === 'initiation' && dialled.test(message.trim())
  return isDialled || shortCode.test(serviceCode) ? 'ussd' : 'app'
}

const dialled = /^\*\d+(?:\*[^*#]*)*#?$/
const shortCode = /^\s*\*?\d{2,6}(?:\*\d+)*#?\s*$/
