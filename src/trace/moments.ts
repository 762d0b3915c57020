import { channel } from 'node:diagnostics_channel'

/**
 * The moments of a notification at which the process may end without losing it, and the answers to turns. Each is a
 * channel of `node:diagnostics_channel`, `fastify-merchant-webhooks:<name>`, told with the ids of the entries: for tracing,
 * and for tests that kill the process exactly there. Nobody listening costs nothing.
 *
 * `committing` and `committed` are told where the store commits: in a worker thread for SQLite.
 */
export const trace = {
  /** A group is written and not yet committed. */
  committing: channel('fastify-merchant-webhooks:committing'),
  /** A group is durable; nobody was told. */
  committed: channel('fastify-merchant-webhooks:committed'),
  /** The entry is durable, and its request is about to be acknowledged. */
  accepted: channel('fastify-merchant-webhooks:accepted'),
  /** The acknowledgement was sent. */
  acknowledged: channel('fastify-merchant-webhooks:acknowledged'),
  /** Nobody can say yet what is to be done about it, and `why`: it is looked at again, and no handler is called. */
  postponed: channel('fastify-merchant-webhooks:postponed'),
  /** The handler is about to be called. */
  attempting: channel('fastify-merchant-webhooks:attempting'),
  /** The handler has returned or failed, and the store was not told. */
  attempted: channel('fastify-merchant-webhooks:attempted'),
  /** The end of the attempt is durable. */
  settled: channel('fastify-merchant-webhooks:settled'),
  /**
   * A turn is about to be answered: told with its `sessionId`, and with `hidesNext`, whether what is entered next stays out of
   * logs. USSD replies have no field that says so. A waiting screen asks nothing, so its `hidesNext` is undefined.
   */
  answered: channel('fastify-merchant-webhooks:answered'),
} as const
