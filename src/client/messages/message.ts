import { type MessageStatus, readMessageStatus } from '../../catalogue/message-statuses.ts'
import { fieldReader } from '../../pushes/reading/field-reader.ts'
import { readMessageId } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { Notes, nameType } from '../../pushes/reading/push-problem.ts'
import type { Open } from '../../pushes/session-push.ts'
import type { ClientSettings } from '../client-options.ts'
import { FMW_CLIENT_OPTION } from '../errors.ts'
import type { RequestFields } from '../request-fields.ts'

/**
 * A message, as the service has it (reference 2.9). A missing or unreadable field is null. `raw` has the answer as it
 * came.
 *
 * @example
 * ```ts
 * const { status, updateTime, units }: Message = await client.messages.get(messageId)
 * if (status === 'Delivered') await arrived(messageId, updateTime)
 * ```
 */
export interface Message {
  /** Without dashes and in small letters, as in delivery reports. */
  readonly messageId: string
  readonly type: MessageType | null
  readonly from: string | null
  readonly to: string | null
  /** The text; for a binary message, hexadecimal. */
  readonly content: string | null
  /** User data header, hexadecimal. */
  readonly udh: string | null
  /** Only queries are shown to have it. */
  readonly direction: Open<'in' | 'out'> | null
  /** When it was sent, or is to be. */
  readonly time: Date | null
  /** When it last changed, usually by a delivery report. */
  readonly updateTime: Date | null
  /** Country code and network code of the recipient, together. */
  readonly networkId: string | null
  readonly clientReference: string | null
  readonly registeredDelivery: boolean | null
  /** The number of parts, as the service counted them. */
  readonly units: number | null
  /** The whole price. */
  readonly rate: number | null
  /** In the reference's spelling (3.2) if the word is known, otherwise as it came. */
  readonly status: Open<MessageStatus> | null
  readonly flashMessage: boolean | null
  /** The message as it came. */
  readonly raw: unknown
}

/**
 * Reads one message of an answer, with its names in any casing. The reference doesn't show the answer to a query (4.6).
 * Use this for the messages that you find in it.
 *
 * @returns null for a value without a `MessageId`
 * @example
 * ```ts
 * const page = await client.messages.query({ index: 0, limit: 50 })
 * const messages = Array.isArray(page) ? page.map((item) => readMessage(item)) : []
 * ```
 */
export function readMessage(value: unknown): Message | null {
  if (!isRecord(value)) return null
  const fields = read(value, { path: '', notes: new Notes(), country: undefined, acceptsAnything: true })
  const messageId = fields.identifier('MessageId')
  if (messageId === null) return null
  const status = fields.text('Status')?.trim() ?? null
  const direction = fields.text('Direction')?.trim() ?? null
  return {
    messageId: readMessageId(messageId.trim()),
    type: readMessageType(readNumber(fields.value('Type'))),
    from: fields.text('From'),
    to: fields.text('To'),
    content: fields.text('Content'),
    udh: fields.text('Udh'),
    direction: directions.find((word) => word === direction?.toLowerCase()) ?? direction,
    time: fields.when('Time'),
    updateTime: fields.when('UpdateTime'),
    networkId: fields.identifier('NetworkId'),
    clientReference: fields.identifier('ClientReference'),
    registeredDelivery: fields.flag('RegisteredDelivery'),
    units: readNumber(fields.value('Units')),
    rate: readNumber(fields.value('Rate')),
    status: status === null ? null : (readMessageStatus(status) ?? status),
    flashMessage: fields.flag('FlashMessage'),
    raw: value,
  }
}

const directions = ['in', 'out'] as const

const read = fieldReader([
  ...(['MessageId', 'Type', 'From', 'To', 'Content', 'Udh', 'Direction', 'Time', 'UpdateTime', 'NetworkId'] as const),
  ...(['ClientReference', 'RegisteredDelivery', 'Units', 'Rate', 'Status', 'FlashMessage'] as const),
])

/** A number, also as text; null where it is none. Rates have as many decimals as they like. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value) ? Number(value) : null
}

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
