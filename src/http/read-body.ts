import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify'
import type { Incoming } from '../pushes/event.ts'
import { type Fields, isRecord } from '../pushes/reading/json.ts'
import { nameType, PushProblem } from '../pushes/reading/push-problem.ts'
import { readForm } from '../pushes/reading/read-form.ts'

/** What a body turned out to be. */
export type ReadBody =
  | { readonly carrier: 'json' | 'form'; readonly fields: Fields }
  /** There was none. */
  | undefined

/** What bodies a route takes, and how their JSON is read. */
export interface BodyForms {
  readonly takesForms: boolean
  readonly parse: (text: string) => unknown
}

/** The content type is one that no push has. */
export class WrongContentType extends Error {}

/**
 * Makes a scope hand over bodies as they came, for its own reader to parse: it keeps long numbers whole. The
 * host's parsers, its validator and its coercion stay outside.
 *
 * @param parseAs `buffer` where a verifier looks at the bytes; text comes cheaper
 */
export function keepBodies(scope: FastifyInstance, parseAs: 'buffer' | 'string'): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<Body>(['application/json', '*'], { parseAs }, (request, body, done) => {
    endBodyTime(request)
    done(null, body)
  })
  // Names come in any casing, so the schemas only describe; what a push needs is checked once it is normalised.
  // The host's compilers may take schemas of another library.
  scope.setValidatorCompiler(() => () => true)
  scope.setSerializerCompiler(() => JSON.stringify)
  scope.decorateRequest('merchantArrivedAt', 0)
  scope.decorateRequest('merchantHasSeen', false)
  scope.decorateRequest('merchantBodies', undefined)
}

/**
 * Reads a body by its content type. One without a content type is taken for JSON, which is what the service
 * posts (reference 4); one of no bytes is none, because what travels in the query may still name a type.
 *
 * @throws PushProblem for text that is no JSON object; WrongContentType
 */
export function readBody(
  contentType: string | undefined,
  body: Body | undefined,
  { takesForms, parse }: BodyForms,
): ReadBody {
  if (body === undefined || body.length === 0) return undefined
  if (contentType === undefined || isJson(contentType)) {
    const value = parse(bodyText(body))
    if (isRecord(value)) return { carrier: 'json', fields: value }
    throw new PushProblem({ field: null, expected: 'a JSON object', received: nameType(value) })
  }
  if (takesForms && isForm(contentType)) return { carrier: 'form', fields: readForm(bodyText(body)) }
  throw new WrongContentType()
}

function isJson(contentType: string): boolean {
  return contentType === 'application/json' || /^(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType)
}

function isForm(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)
}

/** The fields of a query, without those that carry a verifier's secret. */
export function readQuery(query: unknown, secretNames: readonly string[]): Fields {
  if (!isRecord(query)) return {}
  if (secretNames.length === 0) return query
  return Object.fromEntries(Object.entries(query).filter(([name]) => !secretNames.includes(name)))
}

/**
 * Joins what came in the query and in the body into one push.
 *
 * @throws PushProblem when nothing came, or both give one name different values
 */
export function joinQueryAndBody(query: Fields, body: ReadBody): Incoming {
  if (body === undefined) {
    if (hasNames(query)) return { fields: query, raw: query, carrier: 'query' }
    throw new PushProblem({ field: null, expected: 'a JSON object', received: 'an empty body' })
  }
  const { fields, carrier } = body
  if (!hasNames(query)) return { fields, raw: fields, carrier }
  for (const name in query) {
    if (Object.hasOwn(fields, name) && !isSame(fields[name], query[name])) {
      throw new PushProblem({
        field: showable.test(name) ? name : null,
        expected: 'given once',
        received: 'two values, in the query and the body',
      })
    }
  }
  return {
    fields: { ...query, ...withoutNulls(fields) },
    raw: { query, body: fields },
    carrier: hasNames(fields) ? carrier : 'query',
  }
}

function hasNames(fields: Fields): boolean {
  for (const _name in fields) return true
  return false
}

/** Null says nothing, and a query has only text: `1` in the body is `'1'` there. */
function isSame(inBody: unknown, inQuery: unknown): boolean {
  if (inBody === null) return true
  return typeof inBody === 'object' ? isDeepStrictEqual(inBody, inQuery) : String(inBody) === inQuery
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

// A problem names the field in its answer and in the log; what is no name of a field may be anything.
const showable = /^[A-Za-z]\w{0,39}$/

/** A body as its parser hands it over: text, or the bytes that a verifier of the scope looks at. */
export type Body = string | Buffer

/** Whether there was a body at all. */
export function isBody(body: unknown): body is Body {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** A body as text: UTF-8, without the byte order mark that some platforms write before everything. */
function bodyText(body: Body): string {
  const text = typeof body === 'string' ? body : body.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/**
 * The fields of a body that was refused, if it is a JSON object at all: enough to find the session in. Values
 * that nest are left null, because how deep they go was not checked. Never throws.
 */
export function salvageFields(body: Body | undefined): Fields | undefined {
  if (body === undefined) return undefined
  try {
    const value: unknown = JSON.parse(bodyText(body))
    return isRecord(value) ? flat(value) : undefined
  } catch {
    return undefined
  }
}

function flat(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' ? null : value]),
  )
}

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
