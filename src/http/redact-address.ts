import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Keeps addresses out of every log line of a scope, its 404s included: they hold path secrets, and query text
 * with phone numbers (design, "Fastify edges"). Lines show the route's pattern instead.
 *
 * With logging off nothing is set, because that would cost each request a child logger.
 */
export function redactAddresses(scope: FastifyInstance): void {
  if (!isLogging(scope)) return
  const inherited = scope.childLoggerFactory
  scope.setChildLoggerFactory((logger, bindings, options, raw) => {
    // A scope has the serializers of its parents by their prototype.
    const serializers = Object.assign(Object.create(options.serializers ?? null), { req })
    return inherited.call(scope, logger, bindings, { ...options, serializers }, raw)
  })
}

// Fastify's logger that logs nothing is its own child. Any other may be silent now and not later.
function isLogging({ log }: FastifyInstance): boolean {
  return log.child({}) !== log
}

// Whoever logs Node's own request as `req` shows no address either.
function req(request: FastifyRequest): object {
  return {
    method: request.method,
    url: request.routeOptions?.url ?? '(redacted)',
    remoteAddress: request.ip,
  }
}
