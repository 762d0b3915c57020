import { Type } from '@sinclair/typebox'
import type { Incoming, PushEvent, ReadContext } from './event.ts'
import type { NotificationPushKind } from './push-kind.ts'
import { fieldReader, givesAllOf, hasAnyOf } from './reading/field-reader.ts'
import { digest } from './reading/identifiers.ts'
import { missing } from './reading/push-problem.ts'

/**
 * A message that a subscriber sent to your short code (reference 4.11).
 *
 * @example
 * async function onMessage({ keyword, from, fromInternational }: InboundMessageEvent) {
 *   if (keyword.toUpperCase() === 'STOP') await unsubscribe(fromInternational ?? from)
 * }
 */
export interface InboundMessageEvent extends PushEvent {
  readonly kind: 'inboundMessage'
  readonly from: string
  /** `+` and digits if that is certain, otherwise null. */
  readonly fromInternational: string | null
  readonly to: string
  /** The whole text, with the keyword. */
  readonly fulltext: string
  /** The first word. */
  readonly keyword: string
  /** The text without the keyword. */
  readonly text: string
  readonly account: string
  readonly campaign: string
  /** GMT. Null if it wasn't sent or can't be read. */
  readonly date: Date | null
  /** Mobile country code and network code, or only the country code. */
  readonly network: string
}

/** Reference 4.11, as the service writes it. */
export const inboundMessageParameters = Type.Object(
  {
    from: Type.String({ description: 'Sender' }),
    to: Type.String({ description: 'Short code' }),
    fulltext: Type.String({ description: 'Whole text, the keyword included' }),
    keyword: Type.String({ description: 'First word' }),
    text: Type.String({ description: 'Text without the keyword' }),
    account: Type.String(),
    campaign: Type.String(),
    date: Type.Optional(Type.String({ description: 'YYYY-MM-DD HH:MM' })),
    network: Type.String({ description: 'Mobile country code and network code' }),
  },
  {
    title: 'Inbound message',
    description: 'Query parameters, a form or JSON; names are taken in any casing',
    additionalProperties: true,
  },
)

const names = ['from', 'to', 'fulltext', 'keyword', 'text', 'account', 'campaign', 'date', 'network'] as const
const readMessage = fieldReader(names)

/** How long the same parameters are the same message: five minutes, ms. */
export const inboundMessageWindow = 5 * 60_000

/** Inbound messages (reference 2.11, 4.11). */
export const inboundMessage: NotificationPushKind<InboundMessageEvent> = {
  kind: 'inboundMessage',
  path: '/inbound-message',
  body: Type.Partial(inboundMessageParameters),
  query: Type.Partial(inboundMessageParameters),
  takesForms: true,
  looksLike: (fields) => hasSender(fields) && hasWords(fields),
  hasAnyField: hasAnyOf(names),
  read: readInboundMessage,
  identify: (event) => ({
    identity: digest([
      event.from,
      event.to,
      event.fulltext,
      event.keyword,
      event.text,
      event.account,
      event.campaign,
      // Where no date was read, what came in its place must still tell two messages apart.
      event.date ?? event.raw,
      event.network,
    ]),
    lane: `${event.from}|${event.to}`,
    // Everything is in the identity.
    fingerprint: '',
    reference: event.keyword === '' ? null : event.keyword,
    window: inboundMessageWindow,
  }),
  phones: ({ from }) => [from],
}

const hasSender = givesAllOf(['from'])
// A message may be empty.
const hasWords = hasAnyOf(['fulltext', 'keyword', 'text', 'campaign'])

function readInboundMessage(
  { fields, raw }: Incoming,
  { receivedAt, notes, country }: ReadContext,
): InboundMessageEvent {
  const message = readMessage(fields, { path: '', notes, country, acceptsAnything: false })
  // Every parameter is part of the identity: there is no other.
  message.mustComeOnce(...message.doubted)
  const from = message.phone('from')
  if (from.text === null) throw missing('from', 'the sender')
  const text = (name: (typeof names)[number]): string => message.text(name) ?? ''
  return {
    kind: 'inboundMessage',
    receivedAt,
    raw,
    from: from.text,
    fromInternational: from.international,
    to: text('to'),
    fulltext: text('fulltext'),
    keyword: text('keyword'),
    text: text('text'),
    account: text('account'),
    campaign: text('campaign'),
    date: message.when('date'),
    network: text('network'),
  }
}
