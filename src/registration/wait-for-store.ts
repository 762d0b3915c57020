import type { FastifyInstance } from 'fastify'
import type { OpenStore } from '../store/store.ts'
import { describeError } from '../text/describe-error.ts'

/**
 * Waits for a store before the application listens. A hook of Fastify may not wait for ever, and a rolling deploy may
 * take longer: then the application starts, notifications are refused with 503 until the store is there, and what
 * stands in its way is logged.
 *
 * @throws what makes the store unusable
 */
export async function waitForStore(
  { ready, health }: Pick<OpenStore, 'ready' | 'health'>,
  app: FastifyInstance,
): Promise<void> {
  const { pluginTimeout = pluginDefault } = app.initialConfig
  // Also where nobody waits any more a rejection has somebody who looks at it.
  ready.then(undefined, (error: unknown) => {
    app.log.error({ err: describeError(error) }, 'the store cannot be used')
  })
  if (pluginTimeout === 0) return ready
  const late = Promise.withResolvers<'late'>()
  const notice = setTimeout(() => app.log.info({ why: health().why }, 'waiting for the store'), noticeAfter)
  const timer = setTimeout(() => late.resolve('late'), Math.max(pluginTimeout / 2, pluginTimeout - margin))
  const first = await Promise.race([ready, late.promise]).finally(() => {
    clearTimeout(timer)
    clearTimeout(notice)
  })
  if (first === 'late') {
    app.log.warn('the store is not ready yet: notifications are refused with 503 until it is')
  }
}

// Fastify's own, ms.
const pluginDefault = 10_000
const margin = 1_000
const noticeAfter = 500
