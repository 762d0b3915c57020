import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { logSafely } from '../log.ts'
import type { Incoming } from '../pushes/event.ts'
import { isTurnKind, type Kind } from '../pushes/kinds.ts'
import { type Fields, readJson, readWholeJson } from '../pushes/reading/json.ts'
import { PushProblem } from '../pushes/reading/push-problem.ts'
import { cleanText } from '../text/clean-text.ts'
import { describeError, lineOfError } from '../text/describe-error.ts'
import { channels } from '../trace/channels.ts'
import { mayHaveTiming, timingHeader } from '../trace/development.ts'
import { TurnTrace } from '../trace/turn-trace.ts'
import type { Verifier } from '../verify/verifier.ts'
import { BodyReader, type BodySettings } from './arriving-bodies.ts'
import { carriedBy } from './carried.ts'
import { type Endpoint, type Endpoints, schemaOf, unlisted } from './endpoint.ts'
import { buildGates, type Gate } from './gates.ts'
import {
  type Accepted,
  broken,
  leaveUnread,
  type Problem,
  sendProblem,
  toEarlyProblem,
  toProblem,
  wrongEncoding,
  wrongMethod,
} from './problems.ts'
import {
  type Body,
  type BodyForms,
  incomingBeside,
  incomingQuery,
  isBody,
  isWellFormed,
  joinQueryAndBody,
  readBody,
  readQuery,
  salvageFields,
  WrongContentType,
} from './read-body.ts'
import { type Classify, likeliest, recognise } from './recognise.ts'
import { apart } from './scope.ts'
import { stayAwakeFor } from './stay-awake.ts'

/** A path and the kinds that are received there: more than one where their shapes can be told apart. */
export interface PushRoute extends BodySettings {
  /** Under the prefix, the verifier's part included. */
  readonly path: string
  readonly verifier: Verifier
  readonly endpoints: Endpoints
  readonly classify: Classify | undefined
  readonly clock: Clock
  /** A hook of the host answered a push, so no code of ours has seen it. */
  readonly onStopped: (kind: Kind) => void
  /** The verifier did not let a push in. */
  readonly onRefused: (kind: Kind) => void
}

/** Adds a path's routes: pushes by POST and GET, probes by GET and HEAD, and a 405 for everything else. */
export function addPushRoute(scope: FastifyInstance, route: PushRoute): void {
  const { path: url, bodyLimit } = route
  const receiver = new Receiver(route)
  const { post, get } = schemaOf(route.endpoints)
  scope.route({
    ...apart,
    method: 'POST',
    url,
    bodyLimit,
    schema: post,
    onRequest: receiver.arrive,
    handler: receiver.takePost,
    errorHandler: receiver.answerError,
    onSend: receiver.tellStopped,
  })
  scope.route({
    ...apart,
    method: 'GET',
    url,
    exposeHeadRoute: false,
    schema: get,
    onRequest: receiver.stamp,
    handler: receiver.takeGet,
    errorHandler: receiver.answerError,
    onSend: receiver.tellStopped,
  })
  scope.route({ ...apart, method: 'HEAD', url, schema: unlisted, handler: answerProbe })
  const others = scope.supportedMethods.filter((method) => !taken.includes(method))
  // Refused before the body is read: whatever it is, nobody looks at it.
  scope.route({
    ...apart,
    method: others,
    url,
    schema: unlisted,
    onRequest: refuseMethod,
    handler: refuseMethod,
  })
}

const taken = ['GET', 'HEAD', 'POST']
// Characters.
const longestReason = 1_000
const noFields: Fields = Object.freeze({})

/** Takes the requests of one path to the kind that they are for. */
class Receiver {
  readonly #route: PushRoute
  readonly #before: Gate | undefined
  readonly #after: Gate | undefined
  readonly #takesQuery: boolean
  readonly #takesTurns: boolean
  readonly #isShared: boolean
  readonly #accepted: Accepted & BodyForms
  readonly #secretNames: readonly string[]
  readonly #bodies: BodyReader
  /** The kinds whose stopped pushes were told. */
  readonly #told = new Set<Kind>()

  constructor(route: PushRoute) {
    const { endpoints, verifier } = route
    const [first, ...others] = endpoints
    const gates = buildGates(verifier, [first.push.kind, ...others.map(({ push }) => push.kind)], {
      clock: route.clock,
      timeout: route.bodyTimeout,
      onRefused: () => route.onRefused(first.push.kind),
    })
    this.#route = route
    this.#before = gates.beforeBody
    this.#after = gates.beforeParsing
    this.#takesQuery = endpoints.some(({ push }) => push.query !== undefined)
    this.#isShared = others.length > 0
    this.#bodies = new BodyReader(route)
    this.#takesTurns = endpoints.some(({ push }) => isTurnKind(push.kind))
    this.#accepted = {
      takesForms: endpoints.some(({ push }) => push.takesForms),
      parse: endpoints.every(({ push }) => isTurnKind(push.kind)) ? readJson : readWholeJson,
    }
    this.#secretNames = [
      ...(verifier.queryNames ?? []),
      ...endpoints.flatMap(({ ownQueryNames = [] }) => ownQueryNames),
    ]
  }

  readonly stamp = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    leaveUnread(reply)
    this.#arrived(request, reply)
    done()
  }

  readonly arrive = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    this.#arrived(request, reply)
    const contentType = request.headers['content-type']
    // Fastify would refuse it before its body is read. Verifiers see what came.
    if (contentType !== undefined && !isWellFormed(contentType)) request.headers = { 'content-type': undefined }
    request.merchantBodies = this.#bodies
    const { merchantTrace } = request
    const pass = merchantTrace === undefined ? done : () => awaitBody(merchantTrace, done)
    if (this.#before === undefined) pass()
    else {
      merchantTrace?.phase('verify')
      this.#before(request, reply, pass)
    }
  }

  readonly takePost = (request: FastifyRequest, reply: FastifyReply): void => {
    request.merchantHasSeen = true
    const read = (): void => this.#readPost(request, reply)
    const after = this.#after
    if (after !== undefined) request.merchantTrace?.phase('verify')
    const next = after === undefined ? read : () => after(request, reply, read)
    const { pass } = this.#route
    // A body has waited already.
    if (isBody(request.body) || pass === undefined) next()
    else pass(next)
  }

  // A GET with a recognised field is a push; without one somebody only looks whether the address answers,
  // and learns nothing from that: every secret gives the same answer.
  readonly takeGet = (request: FastifyRequest, reply: FastifyReply): void => {
    request.merchantHasSeen = true
    const fields = readQuery(request.query, this.#secretNames)
    if (!this.#route.endpoints.some(({ push }) => push.hasAnyField(fields))) {
      answerProbe(request, reply)
      return
    }
    const take = (): void => this.#take(incomingQuery(fields), request, reply)
    const after = this.#after
    request.merchantTrace?.phase(after === undefined && this.#before === undefined ? 'parse' : 'verify')
    const next = after === undefined ? take : () => after(request, reply, take)
    if (this.#before === undefined) next()
    else this.#before(request, reply, next)
  }

  /** What was wrong before the body was there: the size, the length, the time, or what the host said. */
  readonly answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    request.merchantHasSeen = true
    const problem = toEarlyProblem(error, reply.statusCode)
    const isStopped = problem.code === 'FMW_STOPPED' && !request.raw.readableAborted
    const fields = isStopped ? fieldsOf(request) : undefined
    const endpoint = this.#stoppedAt(fields)
    const isTold = isStopped && this.#countStopped(endpoint.push.kind)
    this.#answerProblem(problem, error, endpoint, fields, request, reply, isTold && problem.status < 500)
  }

  /** A hook of the host that answers is no error, so nothing else would tell of it. */
  readonly tellStopped = (
    request: FastifyRequest,
    { statusCode }: FastifyReply,
    _payload: unknown,
    done: () => void,
  ): void => {
    if (!request.merchantHasSeen) this.#tellStopped(request, statusCode)
    done()
  }

  #arrived(request: FastifyRequest, reply: FastifyReply): void {
    const { clock } = this.#route
    stayAwakeFor(request, reply)
    request.merchantArrivedAt = clock.monotonic()
    const isHeard = this.#takesTurns && channels.turn.hasSubscribers
    const asked = request.headers[timingHeader]
    if (isHeard || (asked !== undefined && mayHaveTiming(asked)))
      request.merchantTrace = new TurnTrace(() => clock.monotonic(), request.merchantArrivedAt)
  }

  #tellStopped(request: FastifyRequest, status: number): void {
    const { kind } = this.#stoppedAt(fieldsOf(request)).push
    if (this.#countStopped(kind)) return
    logSafely(
      request.log,
      'warn',
      { kind, status },
      'a hook of the application answered a push, so no handler heard of it: let pushes pass. Said once; app.merchant.counts has how many',
    )
  }

  /** Whether one of the kind was told before. */
  #countStopped(kind: Kind): boolean {
    this.#route.onStopped(kind)
    const isTold = this.#told.has(kind)
    this.#told.add(kind)
    return isTold
  }

  #readPost(request: FastifyRequest, reply: FastifyReply): void {
    request.merchantTrace?.phase('parse')
    const body = isBody(request.body) ? request.body : undefined
    const query = this.#takesQuery ? readQuery(request.query, this.#secretNames) : noFields
    let incoming: Incoming
    try {
      const read = readBody(request.raw.headers['content-type'], body, this.#accepted)
      incoming = joinQueryAndBody(query, read)
      // Beside a kind that travels in the query stands one that does not: nobody adds to its body from there.
      if (this.#isShared && this.#recognise(incoming).push.query === undefined)
        incoming = joinQueryAndBody(noFields, read)
    } catch (error) {
      const alone = isOfBody(error) ? this.#inQueryAlone(query, body, request) : undefined
      if (alone === undefined) {
        this.#refuse(error, salvageFields(body, request.raw.headers['content-type']), request, reply)
        return
      }
      incoming = alone
    }
    this.#take(incoming, request, reply)
  }

  /** The push that the query is by itself, where the body could not be read and names nothing. */
  #inQueryAlone(query: Fields, body: Body | undefined, { raw }: FastifyRequest): Incoming | undefined {
    if (raw.headers['content-encoding'] !== undefined) return undefined
    const incoming = incomingBeside(query, body, raw.headers['content-type'])
    if (incoming === undefined) return undefined
    try {
      const { push } = this.#recognise(incoming)
      return push.query !== undefined && push.looksLike(incoming.fields) ? incoming : undefined
    } catch {
      return undefined
    }
  }

  #take(incoming: Incoming, request: FastifyRequest, reply: FastifyReply): void {
    try {
      this.#recognise(incoming).take(incoming, request, reply)
    } catch (error) {
      this.#refuse(error, incoming.fields, request, reply)
    }
  }

  #recognise({ fields }: Incoming): Endpoint {
    const { endpoints, classify } = this.#route
    return this.#isShared ? recognise(endpoints, fields, classify) : endpoints[0]
  }

  #refuse(error: unknown, fields: Fields | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const endpoint = likeliest(this.#route.endpoints, fields)
    const encoding = encodingOf(request)
    const isEncoded = encoding !== undefined && error instanceof PushProblem
    const problem = isEncoded ? wrongEncoding(encoding) : toProblem(error, this.#accepted)
    this.#answerProblem(problem, error, endpoint, fields, request, reply)
  }

  #answerProblem(
    problem: Problem,
    error: unknown,
    endpoint: Endpoint,
    fields: Fields | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    isTold = false,
  ): void {
    if (!isTold) logProblem(problem, error, endpoint, request)
    const why =
      problem === broken ? cleanText(lineOfError(error, carriedBy(request)).slice(0, longestReason)) : problem.detail
    endpoint.refuse(problem, fields, request, reply, why)
  }

  #stoppedAt(fields: Fields | undefined): Endpoint {
    const { endpoints } = this.#route
    return fields === undefined ? endpoints[0] : likeliest(endpoints, fields)
  }
}

/** The encoding of a body that still has one; undefined where a hook of the host has taken it off. */
function encodingOf({ body, raw }: FastifyRequest): string | undefined {
  const encoding = raw.headers['content-encoding']
  return Buffer.isBuffer(body) && !isUtf8(body) ? encoding : undefined
}

function isOfBody(error: unknown): boolean {
  return error instanceof WrongContentType || (error instanceof PushProblem && error.field === null)
}

function fieldsOf({ body, raw }: FastifyRequest): Fields | undefined {
  return isBody(body) ? salvageFields(body, raw.headers['content-type']) : undefined
}

function logProblem(problem: Problem, error: unknown, { push }: Endpoint, request: FastifyRequest): void {
  const { status, code, detail } = problem
  // Elsewhere the problem says it all.
  const cause = code === 'FMW_STOPPED' || status >= 500 ? { err: describeError(error, carriedBy(request)) } : {}
  const line = { kind: push.kind, status, code, ...cause }
  if (status < 500) logSafely(request.log, 'warn', line, `a push was refused: ${detail}`)
  else logSafely(request.log, 'error', line, 'a push could not be taken')
}

function awaitBody(trace: TurnTrace, goOn: () => void): void {
  trace.phase('body')
  goOn()
}

function answerProbe(_request: FastifyRequest, reply: FastifyReply): void {
  leaveUnread(reply)
  reply.code(200).send()
}

function refuseMethod(_request: FastifyRequest, reply: FastifyReply): void {
  reply.header('allow', taken.join(', '))
  sendProblem(reply, wrongMethod)
}
