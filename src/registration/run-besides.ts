import type { FastifyInstance } from 'fastify'
import { logSafely } from '../log.ts'
import type { LoopWatch } from '../turns/shared/loop-watch.ts'
import type { Activity } from './events/activity.ts'
import type { ReceivedTurns } from './kinds/build-turns.ts'
import type { SharedSettings } from './options/read-shared.ts'

/** What runs beside the routes: forgetting sessions, and watching the event loop that answers depend on. */
export function runBesides(
  app: FastifyInstance,
  turnKinds: readonly ReceivedTurns[],
  { clock }: SharedSettings,
  activity: Activity,
  loop: LoopWatch,
): void {
  if (turnKinds.length === 0) return
  const sweep = (): void => {
    for (const { turns } of turnKinds) turns.sweep()
    cancelSweep = clock.after(sweepInterval, sweep)
  }
  let cancelSweep = clock.after(sweepInterval, sweep)
  const stopWatching = loop.start(loopDelayLimit, (delay) => {
    const kinds = turnKinds.filter(({ turns }) => turns.working > 0).map(({ kind }) => kind)
    const ms = Math.round(delay)
    activity.meter?.blocked(delay)
    logSafely(
      app.log,
      'warn',
      { kinds, ms },
      'the event loop was blocked: the plugin could answer no turn for that time',
    )
    activity.tell((events) => events.emit('blocked', { kinds, ms }), app.log)
  })
  // Before the server stops listening: whoever waits then is to hear the truth at the deadline.
  app.addHook('preClose', async () => {
    for (const { turns } of turnKinds) turns.close()
  })
  app.addHook('onClose', async () => {
    cancelSweep()
    stopWatching()
  })
}

// ms
const sweepInterval = 15_000
const loopDelayLimit = 250
