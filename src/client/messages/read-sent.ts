import { fieldReader } from '../../pushes/reading/field-reader.ts'
import { readMessageId } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { Notes, PushProblem } from '../../pushes/reading/push-problem.ts'
import type { ServiceAnswer } from '../read-answer.ts'
import { readNumber } from './message.ts'

/**
 * The result of sending (reference 4.4): the service took the message. The delivery report says whether it arrives.
 *
 * @example
 * ```ts
 * const { messageId, rate }: SentMessage = await client.messages.send({ from: 'Shop', to, content })
 * await remember(messageId) // the delivery report has the same
 * ```
 */
export interface SentMessage {
  /** Without dashes and in small letters, as in delivery reports. */
  readonly messageId: string
  /** `0`: accepted, sent for onward delivery (reference 7.3). */
  readonly status: number | null
  /** The whole price. */
  readonly rate: number | null
  /** Country code and network code of the recipient, together. */
  readonly networkId: string | null
  /** Your reference. The reference shows it only for quick send (4.3). */
  readonly clientReference: string | null
  /** The address of the message, from the header Location. The reference shows none for quick send. */
  readonly location: string | null
  /** The answer as it came. */
  readonly raw: unknown
}

/**
 * Reads the answer to a sent or scheduled message.
 *
 * @throws PushProblem when it names no message, or two: nobody knows then whether one was sent
 */
export function readSent({ body, location }: ServiceAnswer): SentMessage {
  const fields = read(isRecord(body) ? body : {}, {
    path: '',
    notes: new Notes(),
    country: undefined,
    // A message that was sent is not to look as if it was not because its price cannot be read.
    acceptsAnything: true,
  })
  const named = fields.identity('MessageId')
  const messageId = named === null ? idIn(location) : readMessageId(named.trim())
  if (messageId === null) {
    throw new PushProblem({ field: 'MessageId', expected: 'the identifier of the message', received: 'nothing' })
  }
  return {
    messageId,
    status: readNumber(fields.value('Status')),
    rate: readNumber(fields.value('Rate')),
    networkId: fields.identifier('NetworkId'),
    clientReference: fields.identifier('ClientReference'),
    location,
    raw: body,
  }
}

const read = fieldReader(['Status', 'MessageId', 'Rate', 'NetworkId', 'ClientReference'])

/** The last part of the address, where it has the form of an identifier (reference 2.9). */
function idIn(location: string | null): string | null {
  const path = (location ?? '').replace(/[?#].*$/s, '')
  const [, last = ''] = /\/([^/]+)\/?$/.exec(path) ?? []
  const id = readMessageId(last)
  return /^[0-9a-f]{32}$/.test(id) ? id : null
}
