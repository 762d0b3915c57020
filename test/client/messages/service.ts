import { afterEach } from 'vitest'
import type { MerchantClient, MerchantClientOptions } from '../../../src/client/index.ts'
import type { Log } from '../../../src/log.ts'
import { type Answer, type Received, type StubService, startService } from '../stub-service.ts'

/** The messaging service over a real socket, a client of it, and all that the client told its log. */
export interface World {
  readonly client: MerchantClient
  readonly calls: readonly Received[]
  readonly lines: readonly string[]
}

const open: StubService[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

/** Starts a service that answers in this order, and the last for ever. It is closed after the test. */
export async function startWorld(
  answers: Answer | Answer[],
  options: Partial<MerchantClientOptions> = {},
): Promise<World> {
  const service = await startService()
  open.push(service)
  service.answer(...[answers].flat())
  const lines: string[] = []
  const client = service.client({ ...secrets, minDelay: 0, maxDelay: 0, log: logTo(lines), ...options })
  return { client, calls: service.received, lines }
}

/** None of these may be read anywhere. */
export const secrets = {
  apiId: 'id-of-ours',
  apiKey: 'key-of-ours',
  clientId: 'quick-id',
  clientSecret: 'quick-secret',
}

/** A message like any other. */
export const message = { from: 'Shop', to: '+233000000000', content: 'Your code is 4821' } as const

/** What the service answers when it takes one (reference 4.4). */
export const accepted: Answer = {
  status: 201,
  headers: { location: '/v1/messages/0123456789abcdef0123456789abcdef' },
  body: { Status: 0, MessageId: '0123456789abcdef0123456789abcdef', Rate: 1, NetworkId: '62001' },
}

/** What a call rejected with. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )
}

function logTo(lines: string[]): Log {
  const tell = (details: object, line: string) => lines.push(JSON.stringify({ ...details, line }))
  return { debug: tell, info: tell, warn: tell, error: tell }
}
