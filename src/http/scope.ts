import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { childless, logSafely, logsNothing, madeChild } from '../log.ts'
import { logError } from '../text/describe-error.ts'
import { carriedBy } from './carried.ts'
import { unlisted } from './endpoint.ts'
import { notFound, sendProblem, toStopped } from './problems.ts'

/**
 * What plugins of the host are told about routes of pushes, in the options that each has for a route. What protects the host
 * from many would stop the one sender that there is: a turn that is not answered is a dead line to its subscriber.
 *
 * - `@fastify/otel` writes addresses into spans, where secrets and texts stand in some.
 * - `@fastify/rate-limit` counts by address, and all pushes come from a few.
 * - `@fastify/under-pressure` answers 503. The plugin has bounds of its own.
 * - `@fastify/cors` answers browsers, which push nothing.
 * - `@fastify/compress` puts another body in the place of the one whose length was told, and replies are short.
 */
export const apart = {
  config: { otel: false, rateLimit: false, cors: false, pressureHandler: (): void => undefined },
  compress: false,
  decompress: false,
} as const

/** What fills a scope, with a name: Fastify looks through all modules that were ever required for the name of one that says none. */
export function scopeNamed(name: string, fill: (scope: FastifyInstance) => Promise<void>): typeof fill {
  return Object.assign(fill, { [Symbol.for('fastify.display-name')]: name })
}

/**
 * Answers what no route of the scope takes, so that a mistyped address with a secret in it never reaches the
 * host's own 404, which logs it. For a scope with a prefix.
 */
export function answerNotFound(scope: FastifyInstance): void {
  const prefixes = answered.get(scope.server) ?? new Set()
  if (prefixes.has(scope.prefix)) return
  answered.set(scope.server, prefixes.add(scope.prefix))
  scope.register(answerLost)
}

const answerLost = scopeNamed('what nothing takes', async (lost) => {
  // Before the body is read: nobody looks at it.
  lost.addHook('onRequest', answer)
  lost.setNotFoundHandler(unfound, answer)
})

// Fastify takes the config of a 404, and its types don't know.
const unfound: { readonly config: typeof apart.config; readonly preHandler?: never } = { config: apart.config }

// A prefix has one such answer in the whole application, whichever registration and scope gave it first.
const answered = new WeakMap<FastifyInstance['server'], Set<string>>()

/** The same for a scope without a prefix, where only what lies below its paths is known to be its own. */
export function answerNotFoundBelow(scope: FastifyInstance, paths: readonly { readonly path: string }[]): void {
  for (const { path } of paths) {
    scope.route({
      ...apart,
      method: scope.supportedMethods,
      url: `${path}/*`,
      schema: unlisted,
      onRequest: answer,
      handler: answer,
    })
  }
}

/**
 * Answers errors on routes of the scope that are no push. The host's own error handler would answer in a form of
 * its own, and log the address.
 */
export function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const problem = toStopped(error, reply.statusCode)
    logError(request.log, 'warn', error, 'a request was stopped', { status: problem.status }, carriedBy(request))
    sendProblem(reply, problem)
  })
}

function answer(request: FastifyRequest, reply: FastifyReply): void {
  logSafely(request.log, 'warn', {}, 'nothing is received at this address: app.merchant.urls lists what is')
  sendProblem(reply, notFound)
}

/**
 * Keeps addresses out of every log line of a scope, its 404s included: they hold path secrets, and query text
 * with phone numbers (design, "Fastify edges"). Lines show the route's pattern instead.
 *
 * With logging off nothing is set, because that would cost each request a child logger.
 */
export function redactAddresses(scope: FastifyInstance): void {
  if (logsNothing(scope.log)) return
  const inherited = scope.childLoggerFactory
  scope.setChildLoggerFactory((logger, bindings, options, raw) => {
    // A scope has the serializers of its parents by their prototype.
    const serializers = Object.assign(Object.create(options.serializers ?? null), { req })
    const child = madeChild(() => inherited.call(scope, logger, bindings, { ...options, serializers }, raw))
    if (child !== undefined && child !== logger) return child
    return withoutAddresses(child ?? childless(logger))
  })
}

/** A logger that is its own child, or has none, takes no serializer: its lines get what that makes. */
function withoutAddresses(logger: FastifyBaseLogger): FastifyBaseLogger {
  return new Proxy(logger, {
    get(target, name, own) {
      const part: unknown = Reflect.get(target, name)
      if (typeof part !== 'function') return part
      return (details: unknown, ...line: readonly unknown[]): unknown => {
        const made: unknown = Reflect.apply(part, target, [withShownRequest(details), ...line])
        return made === target ? own : made
      }
    },
  })
}

function withShownRequest(details: unknown): unknown {
  if (typeof details !== 'object' || details === null || !('req' in details)) return details
  return { ...details, req: req(Object(details.req)) }
}

// Whoever logs Node's own request as `req` shows no address either.
function req(request: FastifyRequest): object {
  return {
    method: request.method,
    url: request.routeOptions?.url ?? '(redacted)',
    remoteAddress: request.ip,
  }
}
