import type { FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify'

/** A body did not come in its time. */
export class LateBody extends Error {}

/**
 * Gives bodies a time of their own, whatever the server's `requestTimeout` is: one that drips in holds a socket, and
 * memory, for as long as its sender likes. `merchantBodyTimer` must be cleared when the reading is over.
 *
 * Nearly every body comes with its headers, and is there at the end of the event loop's turn: no timer is started for it.
 *
 * @param timeout ms
 */
export function limitBodyTime(timeout: number): preParsingHookHandler {
  let begun: Begun[] = []
  const look = (): void => {
    const bodies = begun
    begun = []
    for (const { request, payload } of bodies) {
      // One that was refused is not read.
      const isOver = request.raw.complete || request.merchantHasSeen
      if (!isOver) request.merchantBodyTimer = setTimeout(giveUp, timeout, payload)
    }
  }
  return (request, _reply, payload, done) => {
    if (begun.length === 0) setImmediate(look)
    begun.push({ request, payload })
    done(null, payload)
  }
}

/** A body that is about to be read. */
interface Begun {
  readonly request: FastifyRequest
  readonly payload: RequestPayload
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
