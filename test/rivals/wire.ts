/** What the two libraries call the wire form that reference 2.7 shows; bench/servers/express-menu.ts says it too. */
export const wireForm = 'hubtel'

/** A push as reference 2.7 has it. */
export interface Push {
  readonly Mobile: string
  readonly SessionId: string
  readonly ServiceCode: string
  readonly Type: string
  readonly Message: string
  readonly Operator: string
  readonly Sequence: number
}

const push: Push = {
  Mobile: '+233000000000',
  SessionId: 'session-1',
  ServiceCode: '713',
  Type: 'Initiation',
  Message: '*713#',
  Operator: 'operator',
  Sequence: 1,
}

/** A first push; `changes` say whose. */
export function dialling(changes: Partial<Push> = {}): Push {
  return { ...push, ...changes }
}

/** A later push of the same session. */
export function answering(Sequence: number, Message: string, changes: Partial<Push> = {}): Push {
  return { ...push, Type: 'Response', Sequence, Message, ...changes }
}
