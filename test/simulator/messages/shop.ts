import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import merchantWebhooks, { type DeliveryReportEvent, type InboundMessageEvent } from '../../../src/index.ts'
import { createSimulator, type SimulatorOptions } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'

/** The service, a client of it over a real socket, and an application with the plugin that keeps what it is told. */
export async function startShop(options: SimulatorOptions = {}) {
  const sim = await createSimulator({ clock: manualClock({ now: Date.UTC(2026, 2, 1, 9, 30) }), ...options })
  onTestFinished(() => sim.close())
  const client = new MerchantClient({ ...sim.clientOptions, retries: 0 })
  const reports: DeliveryReportEvent[] = []
  const inbound: InboundMessageEvent[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: 'none',
    deliveryReport: (event) => void reports.push(event),
    inboundMessage: (event) => void inbound.push(event),
  })
  await sim.connect(app)
  /** A call as a client that is none of ours makes it. */
  const call = (path: string, init: RequestInit = {}) =>
    fetch(sim.url + path, { ...init, headers: { authorization: `Basic ${btoa('sim-id:sim-key')}`, ...init.headers } })
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await call('/v1/messages', { method: 'POST', body: JSON.stringify(body), headers })
    return { status: response.status, headers: response.headers, body: answerOf(await response.json()) }
  }
  return { sim, client, app, reports, inbound, call, post }
}

/** A message like any other. */
export const message = { from: 'Shop', to: '+233000000000', content: 'Ready' } as const
export const onWire = { From: 'Shop', To: '+233000000000', Content: 'Ready' } as const

/** A body of an answer, by its fields. */
export function answerOf(body: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(Object(body)))
}
