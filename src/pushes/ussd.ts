import { Type } from '@sinclair/typebox'
import type { Incoming, ReadContext } from './event.ts'
import type { TurnPushKind } from './push-kind.ts'
import { hasAnyOf } from './reading/field-reader.ts'
import { looksLikeSession, readSessionPush, type SessionEvent } from './session-push.ts'

/**
 * A push of the USSD gateway (reference 2.7).
 *
 * @example
 * const begin = ({ answers: [meal, count] }: UssdEvent) => ({ meal, count }) // *714*5*3# gives '5' and '3'
 */
export type UssdEvent = SessionEvent<'ussd'>

/** Reference 2.7, as the service writes it. */
export const ussdRequest = Type.Object(
  {
    Mobile: Type.String({ description: 'Subscriber number in international format' }),
    SessionId: Type.String({ description: 'UUID of the USSD session' }),
    ServiceCode: Type.String({ description: 'USSD service code assigned by the network' }),
    Type: Type.String({
      description: 'Initiation, Response, Release or Timeout',
      examples: ['Initiation', 'Response', 'Release', 'Timeout'],
    }),
    Message: Type.String({ description: 'Text entered by the subscriber; the USSD string at initiation' }),
    Operator: Type.String({ description: "Subscriber's network operator; an open list" }),
    Sequence: Type.Integer({ description: 'Position of the message in the session, from 1' }),
    ClientState: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'State returned from the previous reply' }),
    ),
  },
  { title: 'USSD push', description: 'Names are taken in any casing', additionalProperties: true },
)

/** Reference 2.8. */
export const ussdReply = Type.Object(
  {
    Type: Type.String({ description: 'Response or Release' }),
    Message: Type.String({ description: "Text shown on the subscriber's phone" }),
    ClientState: Type.Optional(Type.String({ maxLength: 100, description: 'Sent with the next push only' })),
    Description: Type.Optional(Type.String({ maxLength: 100, description: 'USSD checkout, on Release' })),
    Amount: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'USSD checkout, on Release' })),
    CallbackUrl: Type.Optional(Type.String({ description: 'USSD checkout, on Release' })),
  },
  { title: 'USSD reply' },
)

/** The USSD gateway's pushes (reference 2.7, 3.4, 4.12). */
export const ussd: TurnPushKind<UssdEvent> = {
  kind: 'ussd',
  path: '/ussd',
  body: ussdRequest,
  reply: ussdReply,
  takesForms: false,
  looksLike: looksLikeSession,
  hasAnyField: hasAnyOf(Object.keys(ussdRequest.properties)),
  read: (incoming: Incoming, context: ReadContext) => readSessionPush('ussd', incoming, context),
}
