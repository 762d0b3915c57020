import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions } from '../../../src/index.ts'

/** An application that listens on a free port until the test is over. */
export interface Served {
  readonly app: FastifyInstance
  readonly port: number
  /** ms that each answer took by the server's clock, in order of the answers. */
  readonly took: readonly number[]
}

export async function serve(
  options: Omit<MerchantWebhooksOptions, 'verify'>,
  server: FastifyServerOptions = {},
): Promise<Served> {
  const app = Fastify(server)
  const took: number[] = []
  app.addHook('onResponse', async (_request, reply) => {
    took.push(reply.elapsedTime)
  })
  await app.register(merchantWebhooks, { ...options, verify: 'none' })
  // The backlog is how many connections may wait to be accepted: a burst of callers beyond it is turned away.
  await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  return { app, port: portOf(app), took }
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the application does not listen on a port')
  return address.port
}
