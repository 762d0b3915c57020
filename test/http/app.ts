import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'

/** What an application is before the plugin is registered on it. */
export interface Host {
  readonly server?: FastifyServerOptions
  readonly prepare?: (app: FastifyInstance) => unknown
}

/** An application with the plugin on it, open to everybody unless a test says otherwise; closed when the test ends. */
export async function appWith(options: MerchantWebhooksOptions, host: Host = {}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify(host.server ?? {})
  onTestFinished(() => app.close())
  await host.prepare?.(app)
  await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), ...options })
  return app
}

/** Posts text as JSON, whatever it is. */
export function post(app: FastifyInstance, url: string, payload: string | Buffer | object) {
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
}
