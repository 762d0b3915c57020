import type { Message } from '../world/world.ts'
import { asSevenBits, readHeader } from './units.ts'

/**
 * A message as a phone shows it, its parts joined.
 *
 * @example
 * const [{ text, from }]: readonly PhoneMessage[] = sim.messages.to('+233000000000')
 */
export interface PhoneMessage {
  /** `in` came to the phone, `out` was sent by it. */
  readonly direction: 'in' | 'out'
  /** Who it is from: a sender, or on `out` the phone. */
  readonly from: string
  readonly to: string
  /** As it is shown; empty for a binary message. */
  readonly text: string
  /** Hexadecimal; null for a text. */
  readonly binary: string | null
  /** Shown at once, and not kept. */
  readonly isFlash: boolean
  /** Of how many it was joined. */
  readonly parts: number
  /** Epoch ms at which it was all there. */
  readonly at: number
  /** Identifiers of what it is made of: several where the sender cut it himself. */
  readonly messageIds: readonly string[]
}

/** What a phone has received and sent, the oldest first. */
export function phoneMessages(messages: Iterable<Message>, mobile: string): PhoneMessage[] {
  const waiting = new Map<string, Message[]>()
  const shown: PhoneMessage[] = []
  for (const message of [...messages].filter((one) => isOf(one, mobile)).sort(byArrival)) {
    const part = message.udh === null ? null : (readHeader(message.udh)?.part ?? null)
    if (part === null) {
      shown.push(show([message], message.units))
      continue
    }
    const key = [message.from, part.reference, part.total].join('|')
    const held = [...(waiting.get(key) ?? []).filter((other) => numberOf(other) !== part.number), message]
    waiting.set(key, held)
    if (held.length < part.total) continue
    waiting.delete(key)
    const inOrder = held.sort((one, other) => numberOf(one) - numberOf(other))
    shown.push(show(inOrder, part.total))
  }
  return shown
}

function isOf({ direction, from, to, arrivedAt }: Message, mobile: string): boolean {
  return direction === 'in' ? from === mobile : to === mobile && arrivedAt !== null
}

function byArrival(one: Message, other: Message): number {
  return (one.arrivedAt ?? one.time) - (other.arrivedAt ?? other.time)
}

function numberOf({ udh }: Message): number {
  return readHeader(udh ?? '')?.part?.number ?? 0
}

function show(messages: readonly Message[], parts: number): PhoneMessage {
  const [{ direction, type, from, to, isFlash }] = messages as [Message]
  const content = messages.map((message) => message.content).join('')
  const last = messages.map(({ arrivedAt, time }) => arrivedAt ?? time).reduce((one, other) => Math.max(one, other))
  return {
    direction: direction === 'in' ? 'out' : 'in',
    from,
    to,
    text: type === 1 ? '' : type === 2 ? content : asSevenBits(content),
    binary: type === 1 ? content : null,
    isFlash,
    parts,
    at: last,
    messageIds: messages.map(({ id }) => id),
  }
}
