import { Type } from '@sinclair/typebox'
import type { Incoming, ReadContext } from './event.ts'
import type { TurnPushKind } from './push-kind.ts'
import { hasAnyOf } from './reading/field-reader.ts'
import { looksLikeSession, readSessionPush, type SessionEvent } from './session-push.ts'

/**
 * A push of the programmable services: USSD, the service's app, web stores, tills (reference 2.5).
 *
 * @example
 * const isFromWeb = ({ operator }: ProgrammableEvent) => operator.toLowerCase() === 'webstore'
 */
export type ProgrammableEvent = SessionEvent<'programmable'>

/** Reference 2.5, as the service writes it. */
export const programmableRequest = Type.Object(
  {
    Type: Type.String({
      description: 'initiation, response, release, AddToCart; Timeout is also seen',
      examples: ['initiation', 'response', 'release', 'AddToCart'],
    }),
    Message: Type.String({ description: 'Text entered by the user; may be blank at initiation on rich channels' }),
    ServiceCode: Type.String({ description: 'Dialled short code, or the identifier of the service' }),
    Operator: Type.String({ description: 'Network operator, or the channel: webstore, POS-Android, POS-ios' }),
    ClientState: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'State returned from the previous reply' }),
    ),
    Mobile: Type.String({ description: "The user's phone number, or an opaque identifier" }),
    SessionId: Type.String({ description: 'Identifier of the session' }),
    Sequence: Type.Optional(Type.Integer({ description: 'Not in the reference; also seen' })),
  },
  { title: 'Programmable service push', description: 'Names are taken in any casing', additionalProperties: true },
)

const item = Type.Object(
  { itemName: Type.String(), qty: Type.Number(), price: Type.Number() },
  { title: 'Item', description: 'Only with AddToCart' },
)

/** Reference 2.6; a setting wraps it in an envelope. */
export const programmableReply = Type.Object(
  {
    SessionId: Type.String(),
    Type: Type.String({ description: 'Response, Release or AddToCart' }),
    Message: Type.String(),
    Mask: Type.Optional(Type.Union([Type.String(), Type.Boolean()])),
    MaskNextRoute: Type.Optional(Type.Union([Type.String(), Type.Boolean()])),
    Item: Type.Optional(Type.Union([item, Type.Array(item), Type.Null()])),
    ServiceCode: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    ClientState: Type.Optional(Type.String({ maxLength: 100 })),
    Label: Type.Optional(Type.String({ description: 'Title on rich channels' })),
    DataType: Type.Optional(Type.String({ description: 'display, input, confirm, select or menu' })),
    Data: Type.Optional(
      Type.Array(Type.Object({ Display: Type.String(), Value: Type.String(), Amount: Type.Optional(Type.Number()) })),
    ),
    FieldType: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'text, phone, email, number, decimal or textarea; null for confirm',
      }),
    ),
  },
  { title: 'Programmable service reply' },
)

/** The programmable services' pushes (reference 2.5, 3.3, 4.10). */
export const programmable: TurnPushKind<ProgrammableEvent> = {
  kind: 'programmable',
  path: '/programmable',
  body: programmableRequest,
  reply: programmableReply,
  takesForms: false,
  looksLike: looksLikeSession,
  hasAnyField: hasAnyOf(Object.keys(programmableRequest.properties)),
  read: (incoming: Incoming, context: ReadContext) => readSessionPush('programmable', incoming, context),
}
