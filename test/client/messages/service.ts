// The simulator where the service takes a message; the stub for answers that no service of the reference gives.
import { afterEach } from 'vitest'
import { MerchantClient, type MerchantClientOptions } from '../../../src/client/index.ts'
import type { Log } from '../../../src/log.ts'
import { createSimulator, type LogRow } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { type Answer, type Received, type StubService, startService } from '../stub-service.ts'

/** The messaging service over a real socket, a client of it, and all that the client told its log. */
export interface World {
  readonly client: MerchantClient
  readonly calls: readonly Received[]
  readonly lines: readonly string[]
}

const open: Pick<StubService, 'close'>[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

/**
 * Starts the simulator; or a service that answers in this order, and the last for ever. It is closed after the test.
 */
export async function startWorld(
  answers: Answer | Answer[] | undefined = undefined,
  options: Partial<MerchantClientOptions> = {},
): Promise<World> {
  if (answers === undefined) return simulated(options)
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

/** The service that the reference describes: what it would refuse fails the test. */
async function simulated({ wapPushType, paths, version, ...options }: Partial<MerchantClientOptions>): Promise<World> {
  const sim = await createSimulator({
    ...secrets,
    clock: manualClock({ now: Date.UTC(2026, 2, 1, 9, 30) }),
    messages: { maxParts: 255, balance: 1_000_000, ...(wapPushType !== undefined && { wapPushType }) },
    ...(version !== undefined && { version }),
    paths,
  })
  open.push(sim)
  const lines: string[] = []
  const settings = { ...sim.clientOptions, minDelay: 0, maxDelay: 0, log: logTo(lines), ...options }
  const client = new MerchantClient({ ...settings, ...(wapPushType !== undefined && { wapPushType }) })
  const calls: Received[] = []
  sim.log.onRow((row) => calls.push(receivedOf(row)))
  return { client, calls, lines }
}

function receivedOf({ method, url, request }: LogRow): Received {
  const { pathname, search } = new URL(url)
  const text = request.body.toString()
  // The log has no more than the beginning of what is very long.
  const isWhole = request.bytes > 0 && request.bytes === request.body.length
  return { method, url: pathname + search, headers: request.headers, body: isWhole ? JSON.parse(text) : undefined }
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
