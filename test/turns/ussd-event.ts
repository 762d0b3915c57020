import type { SessionEvent } from '../../src/pushes/session-push.ts'

/** What tells one push of a test from another. */
export type EventFields = Pick<SessionEvent<'ussd'>, 'sessionId' | 'type'> & Partial<SessionEvent<'ussd'>>

/** A USSD push as the turns see it, after normalising. */
export function ussdEvent(fields: EventFields): SessionEvent<'ussd'> {
  return {
    kind: 'ussd',
    receivedAt: new Date(0),
    raw: {},
    message: '',
    answers: [],
    mobile: '+233000000000',
    mobileInternational: '+233000000000',
    serviceCode: '713',
    operator: 'operator',
    sequence: null,
    clientState: null,
    ...fields,
  }
}
