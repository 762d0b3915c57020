import type { FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify'

/** A body did not come in its time. */
export class LateBody extends Error {}

/**
 * Gives bodies a time of their own, whatever the server's `requestTimeout` is: one that drips in holds a socket, and
 * memory, for as long as its sender likes. `endBodyTime` must be called when the reading is over.
 *
 * All bodies share one timer, which goes on to the oldest of those that are still read: nearly every body is there at once.
 *
 * @param timeout ms
 */
export function limitBodyTime(timeout: number): preParsingHookHandler {
  // The oldest first: all have the same time.
  const bodies: BodiesRead = new Map()
  let isTimed = false
  const look = (): void => {
    const now = performance.now()
    isTimed = false
    for (const [request, { payload, until }] of bodies) {
      if (until > now) {
        start(until - now)
        return
      }
      bodies.delete(request)
      giveUp(payload)
    }
  }
  const start = (ms: number): void => {
    isTimed = true
    setTimeout(look, ms).unref()
  }
  return (request, _reply, payload, done) => {
    if (!isTimed) start(timeout)
    request.merchantBodies = bodies
    bodies.set(request, { payload, until: performance.now() + timeout })
    done(null, payload)
  }
}

/** The body of a request is read, or is read no more. */
export function endBodyTime(request: FastifyRequest): void {
  request.merchantBodies?.delete(request)
}

/** Bodies that are being read. `until` in monotonic ms. */
type BodiesRead = Map<FastifyRequest, { readonly payload: RequestPayload; readonly until: number }>

/** Whoever reads the body gets an error in place of its end, and answers. */
function giveUp(payload: RequestPayload): void {
  if (payload.listenerCount('error') > 0) payload.emit('error', new LateBody())
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Where its body stands while it is read. */
    merchantBodies: BodiesRead | undefined
  }
}
