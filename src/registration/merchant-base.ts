import type { FastifyInstance } from 'fastify'

/** Where the application listens, as far as it is known: `http://127.0.0.1:3000`, or an empty string. */
export function listeningAt(app: FastifyInstance): string {
  const address = app.server.address()
  // Null before it listens, and a path on a Unix socket.
  return typeof address === 'object' && address !== null ? app.listeningOrigin : ''
}
