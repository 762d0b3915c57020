import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BuiltPage, keptForEver, missingFile, pageHeaders } from '../../built-files.ts'
import { logSafely } from '../../log.ts'
import { ownOptions } from '../../own-options.ts'
import type { Registration } from '../../registration/merchant.ts'
import { FMW_STORE_ARGUMENT } from '../../store/errors.ts'
import { printable } from '../../text/clean-text.ts'
import { maskWritten } from '../../text/phone.ts'
import {
  FMW_OPERATOR,
  FMW_OPERATOR_ORIGIN,
  FMW_OPERATOR_REQUEST,
  FMW_OPERATOR_RIGHT,
  FMW_OPERATOR_UNKNOWN,
} from '../errors.ts'
import { registrationsOf } from '../registrations.ts'
import { type KnownOperator, type OperatorAccess, type OperatorRight, operatorOf, readAccess } from './access.ts'
import { type Done, type OperatorRoute, operatorRoutes } from './operator-routes.ts'

/**
 * Options of `operatorPage`.
 *
 * @example
 * const options: OperatorPageOptions = { access: (request) => isStaff(request) && ['look'], prefix: '/back-office' }
 */
export interface OperatorPageOptions {
  /** Who may do what. `'none'` lets everybody do everything, and is refused where NODE_ENV is production. */
  readonly access: OperatorAccess | 'none'
  /** Where the page is. Default `/operations`. */
  readonly prefix?: string
}

/**
 * The operator's page: what needs a person, found, looked at and settled. It is in a scope of its own, so hooks that you
 * add before are there too.
 *
 * @throws FMW_OPERATOR without `access`, or where the plugin isn't registered on the application
 * @example
 * await app.register(merchantWebhooks, options)
 * await app.register(operatorPage, { access: (request) => isStaff(request) && ['look', 'replay'] })
 */
export async function operatorPage(app: FastifyInstance, options: OperatorPageOptions): Promise<void> {
  const given = ownOptions(options ?? {})
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new FMW_OPERATOR(`${unknown} is no option: there are access, prefix`)
  const access = readAccess(given.access)
  await app.register(async (scope) => addRoutes(scope, access), { prefix: app.prefix === '' ? '/operations' : '' })
}

function addRoutes(app: FastifyInstance, access: OperatorAccess): void {
  const operators = new WeakMap<FastifyRequest, KnownOperator>()
  app.addHook('onReady', async () => {
    if (registrationsOf(app).length === 0) throw new FMW_OPERATOR(notRegistered)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(safelyFor(request))
    if (request.method === 'POST') refuseOtherSites(request)
    const operator = await operatorOf(access, request)
    if (operator === undefined) throw new FMW_OPERATOR_UNKNOWN()
    operators.set(request, allowed(operator, 'look'))
  })
  app.setErrorHandler(sendError)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  addPageFiles(app)
  for (const route of operatorRoutes) {
    app.post(`/api/${route.path}`, { bodyLimit }, async (request) => answer(route, request))
  }
  app.all('/api/*', () => {
    throw new FMW_OPERATOR_UNKNOWN()
  })

  async function answer({ right, handle }: OperatorRoute, request: FastifyRequest): Promise<unknown> {
    const operator = allowed(operators.get(request), right)
    const registration = registrationOf(registrationsOf(app), request.body)
    return handle(request.body, {
      registration,
      operator,
      did: (what, about) =>
        logSafely(
          request.log,
          'info',
          inLog({ by: operator.by, registration: registration.name, ...about }),
          `An operator ${what}`,
        ),
    })
  }
}

/** @throws FMW_OPERATOR_RIGHT */
function allowed(operator: KnownOperator | undefined, right: OperatorRight): KnownOperator {
  if (operator?.rights.has(right) === true) return operator
  throw new FMW_OPERATOR_RIGHT(right)
}

/** The one that is named, or the first. @throws FMW_OPERATOR_REQUEST */
function registrationOf(all: readonly Registration[], body: unknown): Registration {
  const named = typeof body === 'object' && body !== null && 'registration' in body ? body.registration : all[0]?.name
  const found = all.find(({ name }) => name === named)
  if (found !== undefined) return found
  throw new FMW_OPERATOR_REQUEST('registration', `must be one of ${all.map(({ name }) => name).join(', ')}`)
}

/** What is wrong with the request is told; what is wrong with the application is for its log. */
function sendError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const error = thrown instanceof FMW_STORE_ARGUMENT ? wrongPlace(request.body) : thrown
  const status = error.statusCode ?? 500
  if (status >= 500) logSafely(request.log, 'error', { err: error }, 'the operator’s page could not answer')
  reply.code(status).send(status === 500 ? broken : { code: error.code, message: maskWritten(error.message) })
}

/** Of what a store is given, a place in a list comes from the request: a cursor, or the one in the name of an entry. */
function wrongPlace(body: unknown): FastifyError {
  return new FMW_OPERATOR_REQUEST('cursor' in Object(body) ? 'cursor' : 'name', 'is none that a list of this page gave')
}

/** What somebody did, as a log may have it. */
function inLog(about: Done): Done {
  const shown = (value: string | number) => (typeof value === 'string' ? printable(maskWritten(value)) : value)
  return Object.fromEntries(Object.entries(about).map(([name, value]) => [name, shown(value)]))
}

const broken = { code: 'FMW_OPERATOR', message: 'The page could not answer: the log says why' }

// Bytes. A note is the longest that is sent.
const bodyLimit = 65_536

// Whoever registers it may give Fastify's own, too.
const known = ['access', 'prefix', 'logLevel', 'logSerializers']

const notRegistered =
  'there is nothing to show: register the plugin on the same application, or on one around it, and only one copy of it'

/** The page in the browser: its files from memory, by their names alone. */
function addPageFiles(scope: FastifyInstance): void {
  scope.get('/', { prefixTrailingSlash: 'both' }, (request, reply) => sendIndex(request, reply))
  scope.get<{ Params: { readonly name: string } }>('/assets/:name', (request, reply) => {
    reply.header('cache-control', `private, ${keptForEver}`)
    return sendFile(`assets/${request.params.name}`, request, reply)
  })
}

/** Its files stand beside it, so its address ends in a slash. */
function sendIndex(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?')
  if (path.endsWith('/')) return sendFile('index.html', request, reply)
  return reply.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/`)
}

function sendFile(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const file = page.file(name)
  if (file === undefined) {
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(missingFile)
  }
  reply.header('etag', file.etag)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return reply.type(file.type).send(file.bytes)
}

const page = new BuiltPage('page-operations')

/**
 * Lets in what the page itself has sent, and no page of another site: browsers say where a request comes from. Over plain
 * HTTP they don't say `Sec-Fetch-Site`, but `Origin`.
 *
 * @throws FMW_OPERATOR_ORIGIN
 */
function refuseOtherSites({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site !== undefined) throw new FMW_OPERATOR_ORIGIN(`Sec-Fetch-Site is '${String(site)}'`)
  const { origin } = headers
  if (origin === undefined) throw new FMW_OPERATOR_ORIGIN('there is neither Sec-Fetch-Site nor Origin')
  if (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase()) {
    throw new FMW_OPERATOR_ORIGIN(`Origin '${origin}' is not this host`)
  }
}

/**
 * Nothing is kept or listed, nothing but the page's own files runs, and no other page may show this one. What a person has
 * typed or kept as a bookmark was opened by no page, so there is nobody to cut off: in Chromium that alone costs a
 * second process, a quarter of the first view.
 */
function safelyFor({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  return headers['sec-fetch-site'] === 'none' ? safely : { ...safely, 'cross-origin-opener-policy': 'same-origin' }
}

const safely = { ...pageHeaders(), 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
