import type { FastifyInstance } from 'fastify'
import { keepOnlyRecent } from '../inbox/retention.ts'
import type { OpenInbox } from './open-inbox.ts'
import type { SharedSettings } from './read-shared.ts'
import { stayAwake } from './stay-awake.ts'
import { waitForStore } from './wait-for-store.ts'

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
    const { retention, keepSessions } = keeping
    const sweep = async (most: number): Promise<number> =>
      (await opened.inbox.sweep(retention, most)) + (await opened.turns.sweep(keepSessions, most))
    stopSweeping = keepOnlyRecent({ sweep, clock, log: app.log })
  })
  // While requests are still answered: what handlers need is closed by the application after this.
  app.addHook('preClose', async () => {
    stopSweeping?.()
    await stayAwake(() => deliveries.close(keeping.closeGrace))
  })
  app.addHook('onClose', () => stayAwake(() => opened.close()))
}
