import type { FastifyInstance } from 'fastify'

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
