import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import { BuiltPage, keptForEver, missingFile, pageHeaders } from '../../built-files.ts'
import { isRecord } from '../check-arguments.ts'
import { controlApi, controlPrefix } from '../control/control.ts'
import type { Face } from '../control/face.ts'
import { refusalBody, refusalOf } from '../control/guard.ts'
import { type LogRow, logged } from '../log/row.ts'
import type { Service } from '../service.ts'
import { parseJson } from '../wire/names.ts'
import type { SimulatorClock } from '../world/jobs.ts'
import { Call } from './call.ts'
import type { CallAnswer, Endpoint } from './endpoint.ts'

/** The service's own API: takes calls, answers them, and writes each into the log. */
export function buildServer(service: Service, endpoints: readonly Endpoint[], face: Face): FastifyInstance {
  const limit = new RateLimit(service.settings.callsPerMinute, service.clock)
  const server = Fastify({ forceCloseConnections: true, exposeHeadRoutes: false, bodyLimit: longestCall })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // They have most of the routes, and most simulators are never asked for one: so they are built when the first is.
  let control: Promise<FastifyInstance> | undefined
  server.addHook('onRequest', async (request, reply) => {
    const refusal = refusalOf(request, service.settings.host)
    if (refusal !== undefined) return reply.code(403).send(refusalBody(refusal))
    if (!isOfControl(request.url)) return
    control ??= buildControl(service, face)
    const { routing } = await control
    reply.hijack()
    routing(request.raw, reply.raw)
  })
  server.addHook('preClose', async () => (await control)?.close())
  for (const endpoint of endpoints) {
    server.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => answer(service, limit, endpoint, request, reply),
    })
  }
  const unknown: Endpoint = {
    name: 'unknownCall',
    method: 'GET',
    path: '*',
    access: 'none',
    refusal: null,
    handle: () => ({
      status: 404,
      body: {
        message: `There is nothing here. The page is at ${pagePath}, and the service answers at ${listOf(endpoints)}`,
      },
    }),
  }
  server.setNotFoundHandler((request, reply) =>
    isLookedAt(request) ? reply.redirect(pagePath) : answer(service, limit, unknown, request, reply),
  )
  return server
}

/** What people and tools on this machine use. */
async function buildControl(service: Service, face: Face): Promise<FastifyInstance> {
  const control = Fastify({ exposeHeadRoutes: false, bodyLimit: longestCall })
  void control.register((api) => controlApi(api, face, service), { prefix: controlPrefix })
  void control.register(pageRoutes)
  await control.ready()
  return control
}

function isOfControl(url: string): boolean {
  return url.startsWith(controlPrefix) && ['/', '?', undefined].includes(url[controlPrefix.length])
}

// A long message in the longest form that anybody would write.
const longestCall = 1_048_576

async function answer(
  service: Service,
  limit: RateLimit,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { clock, log } = service
  const at = clock.now()
  const begun = clock.monotonic()
  const bytes = Buffer.isBuffer(request.body) ? request.body : null
  const call = readCall(request, bytes)
  const suffered = service.faults.strike(endpoint.name)
  const handle = async (): Promise<CallAnswer> =>
    mayCall(service, endpoint, request, call)
      ? ((endpoint.access === 'none' ? undefined : limit.refuse()) ?? endpoint.handle(call))
      : { status: 401, body: endpoint.refusal, headers: { 'www-authenticate': 'Basic realm="service"' } }
  const { status, body, headers = {}, name = endpoint.name, about = {}, isLost = false } = await suffered.answer(handle)
  const written = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const answerHeaders = { 'content-type': 'application/json; charset=utf-8', ...headers }
  const remark = status < 300 ? remarkOn(call, request) : undefined
  const row: Omit<LogRow, 'id'> = {
    at,
    direction: 'call',
    kind: name,
    method: request.method,
    url: `${request.protocol}://${request.host}${request.url}`,
    request: logged(textHeaders(request.headers), bytes),
    response: { status, ...logged(answerHeaders, written) },
    problem: isLost ? 'the answer was lost on the way: a fault' : null,
    ms: clock.monotonic() - begun,
    deadline: null,
    faults: suffered.names,
    attempt: 1,
    about,
    origin: null,
    timing: null,
    ...(remark !== undefined && { remark }),
  }
  if (endpoint.isLogged !== false) log.add(row)
  if (isLost) {
    request.raw.socket.destroy()
    return reply.hijack()
  }
  return reply.code(status).headers(answerHeaders).send(written)
}

function listOf(endpoints: readonly Endpoint[]): string {
  return endpoints.map(({ method, path }) => `${method} ${path}`).join(', ')
}

/** What was taken, though the reference shows it otherwise: another service may refuse it. */
function remarkOn({ remark, isJson }: Call, { headers }: FastifyRequest): string | undefined {
  const type = headers['content-type'] ?? ''
  const said = [
    ...(isJson && !/\bjson\b/i.test(type)
      ? [`its content type is '${type}', and application/json in the reference`]
      : []),
    ...(remark === undefined ? [] : [remark]),
  ]
  return said.length === 0 ? undefined : `taken, but the service may refuse it: ${said.join('; ')}`
}

function readCall(request: FastifyRequest, bytes: Buffer | null): Call {
  const sources = [Object(request.query), Object(request.params)]
  if (bytes === null || bytes.length === 0) return new Call(sources, false)
  const text = bytes.toString()
  if (/^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '')) {
    return new Call([Object.fromEntries(new URLSearchParams(text)), ...sources], false)
  }
  const body = parseJson(text)
  return isRecord(body) ? new Call([body, ...sources], false, body) : new Call(sources, true)
}

function mayCall({ settings }: Service, { access }: Endpoint, request: FastifyRequest, call: Call): boolean {
  if (access === 'none') return true
  if (access === 'query') {
    return isEqual(
      `${call.text('ClientID')}:${call.text('ClientSecret')}`,
      `${settings.clientId}:${settings.clientSecret}`,
    )
  }
  const [, given = ''] = /^Basic +([\w+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? []
  return isEqual(Buffer.from(given, 'base64').toString(), `${settings.apiId}:${settings.apiKey}`)
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function textHeaders(headers: FastifyRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** How many calls a client may make (reference 8: limits of rate are not shown). */
class RateLimit {
  readonly #perMinute: number
  readonly #clock: SimulatorClock
  #since = Number.NEGATIVE_INFINITY
  #count = 0

  constructor(perMinute: number, clock: SimulatorClock) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /** Counts a call. @returns what it is answered in place of what it asks; undefined where there is room for it */
  refuse(): CallAnswer | undefined {
    const now = this.#clock.now()
    if (now - this.#since >= minute) {
      this.#since = now
      this.#count = 0
    }
    this.#count += 1
    if (this.#count <= this.#perMinute) return undefined
    const seconds = Math.ceil((this.#since + minute - now) / 1_000)
    return {
      status: 429,
      body: { Message: `More than ${this.#perMinute} calls in a minute` },
      headers: { 'retry-after': String(seconds) },
    }
  }
}

const minute = 60_000

/** Where the page is, of the simulator's own address. */
export const pagePath = '/_simulator/page/'

/** The page in the browser: its files from memory, by their names alone. It does nothing but what the control can. */
async function pageRoutes(server: FastifyInstance): Promise<void> {
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(safely)
  })
  server.get(pagePath, asHead, (request, reply) => sendFile('index.html', request, reply))
  server.get<{ Params: { readonly name: string } }>(`${pagePath}assets/:name`, asHead, (request, reply) =>
    sendFile(`assets/${request.params.name}`, request, reply),
  )
  server.get(pagePath.slice(0, -1), asHead, (_request, reply) => reply.redirect(pagePath))
}

/** HEAD is answered as GET is, without the body. */
const asHead = { exposeHeadRoute: true }

/** Whether a person's browser asks for the simulator's address alone, as a terminal shows it. */
function isLookedAt({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  return url === '/' && (method === 'GET' || method === 'HEAD') && accept.includes('text/html')
}

function sendFile(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const file = page.file(name)
  if (file === undefined) return reply.code(404).type('text/plain; charset=utf-8').send(missingFile)
  // A name has the hash of what is in the file; the first file has none.
  const caching = name === 'index.html' ? 'no-cache' : `public, ${keptForEver}`
  reply.header('cache-control', caching).header('etag', file.etag)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return reply.type(file.type).send(file.bytes)
}

const page = new BuiltPage('page')

/** Beside its own page it shows the checkout page of an invoice. */
const safely = { ...pageHeaders("frame-src 'self'"), 'cross-origin-opener-policy': 'same-origin' }
