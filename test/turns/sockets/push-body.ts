/** What the service sends for a USSD turn (reference 2.7). */
export interface PushBody {
  readonly Type: string
  readonly SessionId: string
  readonly Message: string
  readonly Mobile: string
  readonly ServiceCode: string
  readonly Operator: string
  readonly Sequence: number | null
}

export function pushBody(given: Partial<PushBody>): PushBody {
  return {
    Type: 'Response',
    SessionId: 'a',
    Message: '1',
    Mobile: '+233000000000',
    ServiceCode: '713',
    Operator: 'operator',
    Sequence: 1,
    ...given,
  }
}
