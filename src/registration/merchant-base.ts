import type { FastifyInstance } from 'fastify'

/** Where the application listens, as far as it is known: `http://127.0.0.1:3000`, or an empty string. */
export function listeningAt(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return ''
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
