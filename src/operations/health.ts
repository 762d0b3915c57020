import type { FastifyInstance } from 'fastify'
import { ownOptions } from '../own-options.ts'
import { FMW_HEALTH } from './errors.ts'
import { registrationsOf } from './registrations.ts'

/**
 * Options of `health`.
 *
 * @example
 * const options: HealthOptions = { path: '/ready' }
 */
export interface HealthOptions {
  /** Where the answer is, behind the prefix of the registration. Default `/health`. */
  readonly path?: string | undefined
}

/**
 * A route for a load balancer: GET answers 200 with `{ "ok": true }` while the store of every registration works, else 503
 * with `{ "ok": false }`. Nothing is asked of a store, and nobody learns why: `app.merchant.health()` and the log say it.
 *
 * Take an instance out by it, and don't restart it: a database that is away is away for the new instance too, and turns are
 * answered without it. A kind that somebody stopped changes nothing. The route logs no requests.
 *
 * @throws FMW_HEALTH for a `path` that begins with no slash, or where the plugin isn't registered on the application
 * @example
 * await app.register(merchantWebhooks, options)
 * await app.register(health)
 */
export async function health(app: FastifyInstance, options: HealthOptions): Promise<void> {
  const { path = '/health' } = ownOptions(options)
  if (typeof path !== 'string' || !path.startsWith('/')) throw new FMW_HEALTH('path must begin with a slash: /health')
  app.addHook('onReady', async () => {
    if (registrationsOf(app).length === 0) {
      throw new FMW_HEALTH('the plugin is not registered on this application: app.register(merchantWebhooks, options)')
    }
  })
  app.get(path, { logLevel: 'error' }, async (_request, reply) => {
    const ok = registrationsOf(app).every((registration) => registration.health().ok)
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok })
  })
}
