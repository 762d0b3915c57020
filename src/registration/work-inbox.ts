import { MessageChannel } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import type { OpenStore } from '../store/store.ts'
import { describeError } from '../text/describe-error.ts'
import type { OpenInbox } from './open-inbox.ts'
import type { SharedSettings } from './options/read-shared.ts'
import { keepOnlyRecent } from './retention.ts'

/** Opens the store before the application listens, and closes it after the last request. */
export function workInbox(app: FastifyInstance, { opened, deliveries }: OpenInbox, shared: SharedSettings): void {
  const { keeping, clock, store } = shared
  let stopSweeping: (() => void) | undefined
  app.addHook('onReady', async () => {
    opened.start()
    try {
      await waitForStore({ ready: opened.ready, health: () => opened.health() }, app)
    } catch (error) {
      // An application that does not start asks for no files any more.
      await opened.close()
      throw error
    }
    deliveries.start()
    // What keeps nothing is bounded by itself.
    if (store.durability === 'none') return
    const { retention, transcripts } = keeping
    const sweep = async (most: number): Promise<number> =>
      (await opened.inbox.sweep(retention, most)) + (await opened.turns.sweep(transcripts, most))
    stopSweeping = keepOnlyRecent({ sweep, clock, log: app.log })
  })
  // While requests are still answered: what handlers need is closed by the application after this.
  app.addHook('preClose', async () => {
    stopSweeping?.()
    await stayAwake(() => deliveries.close(keeping.shutdownTimeout))
  })
  app.addHook('onClose', () => stayAwake(() => opened.close()))
}

/**
 * Keeps the process from ending while something is finished. The timers of the clock do not, and a process that closes may
 * have nothing else to wait for.
 */
export async function stayAwake<T>(work: () => Promise<T>): Promise<T> {
  const { port1 } = new MessageChannel()
  port1.ref()
  try {
    return await work()
  } finally {
    port1.close()
  }
}

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
