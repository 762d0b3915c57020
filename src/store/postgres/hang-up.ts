import { Duplex } from 'node:stream'
import type { ClientBase } from 'pg'

/**
 * Ends the connection of a client here and now. `client.end()` waits until the other side closes it too, which one that
 * is frozen never does: the socket would keep the process alive.
 */
export function hangUp(client: ClientBase): void {
  const connection: unknown = 'connection' in client ? client.connection : undefined
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return
  if (connection.stream instanceof Duplex) connection.stream.destroy()
}
