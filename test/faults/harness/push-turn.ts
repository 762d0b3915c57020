import { digest } from '../../../src/pushes/reading/identifiers.ts'

/** What a screen says (reference 2.8). */
export interface TurnAnswer {
  readonly Type: string
  readonly Message: string
  readonly Amount?: number
  readonly Description?: string
}

/** A push of a turn (reference 2.7). */
export interface TurnPush {
  readonly SessionId: string
  readonly ServiceCode: string
  readonly Type: 'Initiation' | 'Response' | 'Timeout' | 'Release'
  readonly Message: string
  readonly Sequence: number
}

/**
 * Pushes a turn as the service does, which waits 7 seconds.
 *
 * @returns nothing where no answer came
 */
export async function pushTurn(port: number, push: TurnPush): Promise<TurnAnswer | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/push/ussd`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Mobile: phoneOf(push.ServiceCode), Operator: 'network', ClientState: null, ...push }),
      signal: AbortSignal.timeout(7_000),
    })
    const answer: unknown = await response.json()
    return response.status === 200 && isAnswer(answer) ? answer : undefined
  } catch {
    return undefined
  }
}

/** Who has a service code of their own has a phone of their own: its sessions are told apart by the phone, too. */
function phoneOf(serviceCode: string): string {
  return `+2330${digest(serviceCode).replace(/\D/g, '').padEnd(8, '0').slice(0, 8)}`
}

function isAnswer(body: unknown): body is TurnAnswer {
  if (typeof body !== 'object' || body === null) return false
  return 'Type' in body && typeof body.Type === 'string' && 'Message' in body && typeof body.Message === 'string'
}
