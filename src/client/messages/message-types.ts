import { nameType } from '../../pushes/reading/push-problem.ts'
import type { ClientSettings } from '../client-settings.ts'
import { FMW_CLIENT_OPTION } from '../errors.ts'
import type { RequestFields } from '../request-fields.ts'

/**
 * How the content of a message is written (reference 2.9).
 *
 * @example
 * const type: MessageType = 'unicode'
 */
export type MessageType = (typeof messageTypes)[number]['type']

/** The types of reference 2.9 with their numbers; that of a WAP push (4.4) is not shown. */
export const messageTypes = [
  { type: 'text', wire: 0 },
  { type: 'binary', wire: 1 },
  { type: 'unicode', wire: 2 },
] as const

/** The type that a number means; null where none came or it is not known. */
export function readMessageType(wire: number | null): MessageType | null {
  return messageTypes.find((row) => row.wire === wire)?.type ?? null
}

/**
 * The number of a type (reference 2.9); undefined where none is given, and the service takes the message for text.
 *
 * @throws ClientFieldError for another word, FMW_CLIENT_OPTION for a WAP push as long as its number is not set
 */
export function readTypeNumber(
  fields: RequestFields,
  value: unknown,
  { wapPushType }: ClientSettings,
): number | undefined {
  if (value === undefined) return undefined
  if (value === 'wapPush') return wapPushType ?? wapPushUnknown()
  const row = messageTypes.find(({ type }) => type === value)
  if (row !== undefined) return row.wire
  const words = messageTypes.map(({ type }) => `'${type}'`).join(', ')
  throw fields.fault('type', `one of ${words}, 'wapPush'`, typeof value === 'string' ? 'another word' : nameType(value))
}

function wapPushUnknown(): never {
  throw new FMW_CLIENT_OPTION(
    'wapPushType',
    'is missing, and a WAP push needs it: its number is not known, so give the one that the service gave you',
  )
}
