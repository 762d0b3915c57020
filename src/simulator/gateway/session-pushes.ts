import type { Screen } from '../phone/screen.ts'
import type { WireFields } from '../wire/names.ts'
import type { Session } from '../world/world.ts'

/** Who opens a session, and where. */
export type Subscriber = Pick<Session, 'kind' | 'channel' | 'mobile' | 'operator' | 'serviceCode'>

/** A session before its first push. @param openedAt epoch ms */
export function newSession(id: string, subscriber: Subscriber, openedAt: number): Session {
  const { kind, channel, mobile, operator, serviceCode } = subscriber
  return {
    id,
    kind,
    channel,
    mobile,
    operator,
    serviceCode,
    openedAt,
    dialled: null,
    sequence: 0,
    lastPush: null,
    clientState: null,
    screen: null,
    problem: null,
    ended: null,
    answerBy: null,
    limitJob: null,
    masksNext: false,
  }
}

/** The fields of the next push (reference 2.7, 2.5). ClientState goes with it and is then discarded. */
export function nextPush(session: Session, type: string, message: string): WireFields {
  const { kind, id, mobile, operator, serviceCode, clientState } = session
  session.sequence += 1
  session.clientState = null
  return kind === 'ussd'
    ? {
        Mobile: mobile,
        SessionId: id,
        ServiceCode: serviceCode,
        Type: type,
        Message: message,
        Operator: operator,
        Sequence: session.sequence,
        ClientState: clientState,
      }
    : {
        Type: type,
        Message: message,
        ServiceCode: serviceCode,
        Operator: operator,
        ClientState: clientState ?? '',
        Mobile: mobile,
        SessionId: id,
      }
}

/** What a reply does to its session. @param hidesNext what the application said of the next answer, where it is heard */
export function takeReply(session: Session, screen: Screen, hidesNext: boolean | undefined): void {
  const { type, clientState, mask = false, maskNext = mask } = screen
  session.masksNext = hidesNext ?? maskNext
  // Only the replies of USSD have no field for it.
  session.isUntold = hidesNext === undefined && session.kind === 'ussd'
  session.screen = screen
  session.clientState = clientState ?? null
  if (type !== 'response') session.ended ??= 'application'
}

/** The words of Type as the service writes them (reference 2.7, 2.5); `Timeout` is seen on both (field notes). */
export const typeWords = {
  ussd: { initiation: 'Initiation', response: 'Response', release: 'Release', timeout: 'Timeout' },
  programmable: {
    initiation: 'initiation',
    response: 'response',
    addToCart: 'AddToCart',
    release: 'release',
    timeout: 'Timeout',
  },
} as const
