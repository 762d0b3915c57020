import { messageCodes } from '../../catalogue/message-codes.ts'
import type { MessageStatus } from '../../catalogue/message-statuses.ts'

/** A status on the way of a message, and when it comes. */
export interface LifeStep {
  readonly status: MessageStatus
  /** ms since the message was sent. */
  readonly after: number
}

/**
 * A phone whose messages always fare one way.
 *
 * @example
 * const never: MessageNumber | undefined = messageNumbers.find(({ meaning }) => meaning.includes('undeliverable'))
 */
export interface MessageNumber {
  /** International, with a plus. */
  readonly mobile: string
  readonly meaning: string
  /** What becomes of a message after `Submitted`, if not what becomes of every other. */
  readonly life?: readonly LifeStep[]
  /** No delivery report ever comes. */
  readonly isSilent?: true
  /** The code that a message to it is refused with, as the catalogue writes it: `400/4`. */
  readonly refusedWith?: string
}

const second = 1_000
const minute = 60 * second
const day = 1_440 * minute

/**
 * The phones whose messages always fare one way. Messages to any other phone arrive.
 *
 * @example
 * const { messageId } = await client.messages.send({ from: 'Shop', to: '+233010008001', content: 'Ready' })
 * await sim.advance(2_000)
 * const { status } = await client.messages.get(messageId) // 'Undeliverable'
 */
export const messageNumbers: readonly MessageNumber[] = [
  number('8000', 'it arrives, as to any other phone'),
  number('8001', 'it is undeliverable', [step('Sent', second), step('Undeliverable', 2 * second)]),
  number('8002', 'it is slow: it arrives after 10 minutes', [
    step('Sent', second),
    step('Buffered', 2 * second),
    step('Delivered', 10 * minute),
  ]),
  number('8003', 'it expires after a day', [step('Sent', second), step('Buffered', 2 * second), step('Expired', day)]),
  number('8004', 'the phone is on a blacklist', [step('Blacklisted', second)]),
  { ...number('8005', 'it arrives, and no report ever comes'), isSilent: true },
  number('8006', "the recipient's network rejects it", [step('Sent', second), step('Rejected', 2 * second)]),
  number('8007', 'it never leaves the service, and expires there after a day', [
    step('Buffered Locally', second),
    step('Expired Locally', day),
  ]),
  number('8008', 'its status is unknown for a minute, then it arrives', [
    step('Sent', second),
    step('Unknown', 2 * second),
    step('Delivered', minute),
  ]),
  number('8009', 'it fails with `Error`, and arrives after a minute anyway', [
    step('Error', second),
    step('Delivered', minute),
  ]),
  ...messageCodes
    .filter(({ http }) => http >= 400 && http !== 401 && http !== 404)
    .map(({ code, http, subcode, meaning }) => ({
      mobile: subcode === undefined ? `+233010008${http}` : `+2330100081${String(subcode % 100).padStart(2, '0')}`,
      meaning: `it is refused with ${code}: ${meaning}`,
      refusedWith: code,
    })),
]

function number(last: string, meaning: string, life?: readonly LifeStep[]): MessageNumber {
  return { mobile: `+23301000${last}`, meaning, ...(life !== undefined && { life }) }
}

function step(status: MessageStatus, after: number): LifeStep {
  return { status, after }
}

const byMobile: ReadonlyMap<string, MessageNumber> = new Map(messageNumbers.map((row) => [row.mobile, row]))

/** What always happens to messages to a number; undefined for one that is like any other. */
export function magicOf(mobile: string): MessageNumber | undefined {
  return byMobile.get(mobile)
}
