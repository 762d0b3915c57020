import { fastifySSE } from '@fastify/sse'
import type { FastifyError, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { FMW_SIMULATOR_REQUEST, FMW_SIMULATOR_UNKNOWN } from '../errors.ts'
import { projectRoutes } from '../project/project-routes.ts'
import type { Service } from '../service.ts'
import { actionRoutes, playRoutes } from './action-routes.ts'
import type { Face } from './face.ts'
import { controlRefusalOf, refusalBody } from './guard.ts'
import { listRoutes } from './list-routes.ts'
import { Live } from './live.ts'
import { logRoutes, watched } from './log-routes.ts'
import { mapRoutes } from './map-routes.ts'
import { type ControlRoute, readQuery } from './route.ts'
import { stateRoutes } from './state-routes.ts'

/** Under what the simulator is controlled: no address of the service begins so. */
export const controlPrefix = '/_simulator'

/** The simulator's own API, for its page and for tests in other languages: what code does with it, over HTTP. */
export async function controlApi(server: FastifyInstance, face: Face, service: Service): Promise<void> {
  const live = new Live(face.log)
  service.jobs.ends.on(() => live.changed('time'))
  service.process.changes.on(() => live.changed('app'))
  service.changes.on((what) => live.changed(what))
  await server.register(fp(fastifySSE), { heartbeatInterval: heartbeat })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, server.getDefaultJsonParser('error', 'error'))
  server.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    const refusal = controlRefusalOf(request)
    if (refusal !== undefined) return reply.code(403).send(refusalBody(refusal))
  })
  server.addHook('preClose', async () => live.close())
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { code = '', message, statusCode = 500 } = error
    // What the simulator itself refuses is the caller's mistake.
    const isRefused = statusCode >= 500 && (code.startsWith('FMW_') || code === 'ERR_ASSERTION')
    // Code is told which function of it was called wrongly.
    return reply.code(isRefused ? 400 : statusCode).send({ code, message: message.replace(/^sim[.\w]*: /, '') })
  })
  server.setNotFoundHandler(({ method, url }) => {
    throw new FMW_SIMULATOR_UNKNOWN(`${method} ${url}`)
  })
  const routes = controlRoutes(face, service)
  const list = [...routes, watching].map(({ method, path, does, takes }) => ({
    method,
    path: controlPrefix + path,
    does,
    takes,
  }))
  server.get('/', () => ({ routes: list }))
  server.get(watching.path, { sse: 'only' }, async (request, reply) =>
    live.watch(reply, readQuery(watched, request.query)),
  )
  for (const { method, path, bodyLimit, handle } of routes) {
    server.route<{ Params: { readonly id?: string } }>({
      method,
      url: path,
      ...(method === 'POST' && { bodyLimit }),
      handler: async ({ body, query, params }) => {
        const answer = await handle(method === 'GET' ? query : body, idOf(params))
        if (method === 'POST') live.changed(path)
        return answer ?? {}
      },
    })
  }
}

/** The number in an address; not a number where it has none. @throws FMW_SIMULATOR_REQUEST */
function idOf({ id }: { readonly id?: string }): number {
  if (id === undefined || /^\d{1,15}$/.test(id)) return Number(id)
  throw new FMW_SIMULATOR_REQUEST('id', 'must be the number of a row: its digits alone')
}

/** Every route, but the stream of events. */
function controlRoutes(face: Face, service: Service): readonly ControlRoute[] {
  return [
    ...listRoutes(face, service),
    ...logRoutes(face),
    ...mapRoutes(face),
    ...actionRoutes(face),
    ...playRoutes(face),
    ...stateRoutes(face),
    ...projectRoutes(face, service.settings.project),
  ]
}

/** The stream of events. */
export const watching: Pick<ControlRoute, 'method' | 'path' | 'does' | 'takes'> = {
  method: 'GET',
  path: '/log/events',
  does: 'Rows as they come, as server-sent events; goes on after the Last-Event-ID, in the header or as `lastEventId`, or after `after`',
  takes: watched,
}

// ms. A line that is dead is noticed, and proxies leave it open.
const heartbeat = 15_000
