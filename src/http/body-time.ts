import type { preParsingHookHandler, RequestPayload } from 'fastify'

/** A body did not come in its time. */
export class LateBody extends Error {}

/**
 * Gives bodies a time of their own, whatever the server's `requestTimeout` is: one that drips in holds a socket, and
 * memory, for as long as its sender likes. `merchantBodyTimer` must be cleared when the reading is over.
 *
 * @param timeout ms
 */
export function limitBodyTime(timeout: number): preParsingHookHandler {
  return (request, _reply, payload, done) => {
    request.merchantBodyTimer = setTimeout(giveUp, timeout, payload)
    done(null, payload)
  }
}

/** Whoever reads the body gets an error in place of its end, and answers. */
function giveUp(payload: RequestPayload): void {
  if (payload.listenerCount('error') > 0) payload.emit('error', new LateBody())
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs while a body is read. */
    merchantBodyTimer: NodeJS.Timeout | undefined
  }
}
