import type { FastifyInstance } from 'fastify'
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
    app.log.warn({ kinds, ms }, 'the event loop was blocked: the plugin could answer no turn for that time')
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

/**
 * While the application closes, Fastify answers what comes with 503. Here it gets the Retry-After that senders go by, and
 * a connection is closed as soon as its last answer is out: Node closes only those that are idle when it begins to, and a
 * client that keeps the others alive would delay the exit for as long as `keepAliveTimeout`.
 */
export function closeConnections(app: FastifyInstance): void {
  if (closing.has(app.server)) return
  closing.add(app.server)
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    app.server.prependListener('request', (_request, response) => {
      response.setHeader('Retry-After', retryAfter)
    })
    // HTTP/2 has none: its sessions are told to end.
    if (!('closeIdleConnections' in app.server)) return
    timer = setInterval(() => app.server.closeIdleConnections(), lookEvery)
    timer.unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

// Several registrations share a server.
const closing = new WeakSet<FastifyInstance['server']>()

// Seconds.
const retryAfter = 5
// ms
const lookEvery = 100
