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
  scope.setChildLoggerFactory((logger, bindings, options, raw) =>
    inherited.call(scope, logger, bindings, { ...options, serializers: { ...options.serializers, req } }, raw),
  )
}

// Fastify's logger that logs nothing is its own child. Any other may be silent now and not later.
function isLogging({ log }: FastifyInstance): boolean {
  return log.child({}) !== log
}

function req(request: FastifyRequest): object {
  return {
    method: request.method,
    url: request.routeOptions?.url ?? '(redacted)',
    remoteAddress: request.ip,
  }
}
