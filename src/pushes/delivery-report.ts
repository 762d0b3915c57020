import { Type } from '@sinclair/typebox'
import { isFinalStatus, type MessageStatus, readMessageStatus } from '../catalogue/message-statuses.ts'
import { comparedNumber } from '../text/phone.ts'
import type { Incoming, PushEvent, ReadContext } from './event.ts'
import type { NotificationPushKind } from './push-kind.ts'
import { fieldReader, givesAllOf, hasAnyOf } from './reading/field-reader.ts'
import { digest, readMessageId } from './reading/identifiers.ts'
import { missing } from './reading/push-problem.ts'
import type { Open } from './session-push.ts'

/**
 * A delivery status of a message that you sent (reference 2.10).
 *
 * @example
 * async function onReport({ messageId, status }: DeliveryReportEvent) {
 *   if (status === 'Delivered') await markDelivered(messageId)
 * }
 */
export interface DeliveryReportEvent extends PushEvent {
  readonly kind: 'deliveryReport'
  readonly from: string | null
  readonly to: string | null
  /** `+` and digits if that is certain, otherwise null. */
  readonly toInternational: string | null
  /** The id that sending returned, without dashes and in small letters. */
  readonly messageId: string
  readonly clientReference: string | null
  /** In the reference's spelling (3.2) if the word is known, otherwise as it came. */
  readonly status: Open<MessageStatus>
  /**
   * Whether no other report is expected. This is our reading of the word, see `messageStatuses`. False for an unknown
   * word.
   */
  readonly isFinal: boolean
}

/** Reference 2.10, as the service writes it. */
export const deliveryReportFields = Type.Object(
  {
    From: Type.Optional(Type.String()),
    To: Type.Optional(Type.String()),
    MessageId: Type.String({ description: 'UUID without dashes, as returned when sending' }),
    ClientReference: Type.Optional(Type.String()),
    Status: Type.String({ description: 'Section 3.2' }),
  },
  {
    title: 'Delivery report',
    description: 'Names are taken in any casing; JSON, a form, or query parameters',
    additionalProperties: true,
  },
)

const names = ['From', 'To', 'MessageId', 'ClientReference', 'Status'] as const
const readReport = fieldReader(names)

/** Delivery reports (reference 2.10, 6). */
export const deliveryReport: NotificationPushKind<DeliveryReportEvent> = {
  kind: 'deliveryReport',
  path: '/delivery-report',
  body: deliveryReportFields,
  query: Type.Partial(deliveryReportFields),
  takesForms: true,
  looksLike: givesAllOf(['MessageId', 'Status']),
  hasAnyField: hasAnyOf(names),
  read: readDeliveryReport,
  identify: ({ messageId, status, clientReference, to }) => ({
    identity: `${messageId}|${status.toLowerCase().replace(/\s+/g, '')}`,
    lane: messageId,
    fingerprint: digest([clientReference, comparedNumber(to)]),
    reference: messageId,
  }),
  phones: ({ to }) => [to],
}

function readDeliveryReport(
  { fields, raw }: Incoming,
  { receivedAt, notes, country }: ReadContext,
): DeliveryReportEvent {
  const report = readReport(fields, { path: '', notes, country, acceptsAnything: false })
  const messageId = report.identity('MessageId')
  if (messageId === null) throw missing('MessageId', 'the identifier of the message')
  const status = report.identity('Status')
  if (status === null) throw missing('Status', 'a delivery status')
  const to = report.phone('To')
  return {
    kind: 'deliveryReport',
    receivedAt,
    raw,
    from: report.text('From'),
    to: to.text,
    toInternational: to.international,
    messageId: readMessageId(messageId.trim()),
    clientReference: report.text('ClientReference'),
    status: readMessageStatus(status) ?? status.trim(),
    isFinal: isFinalStatus(status),
  }
}
