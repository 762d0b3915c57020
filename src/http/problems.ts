import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemDetails, PushProblem } from '../pushes/reading/push-problem.ts'
import { WrongContentType } from './read-body.ts'

// As a module, Node would make each name of it, and load all of `fetch` for one: 16 ms of the start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/**
 * A refusal that says what was wrong, where, and what to do (`application/problem+json`).
 *
 * @example
 * const answer = await app.inject({ method: 'POST', url: '/push/checkout', payload: {} })
 * const { code, detail }: Problem = answer.json()
 */
export interface Problem {
  readonly status: number
  readonly title: string
  /** Listed in docs/errors.md. */
  readonly code: string
  readonly detail: string
  /** The field as the reference spells it; null when it is the body as a whole. */
  readonly field?: string | null
  readonly expected?: string
  readonly received?: string
}

/**
 * Answers with a problem, and reads no more of the request. Nothing of what was sent is repeated in it. A 503 may be over soon,
 * and says when to come again.
 */
export function sendProblem(reply: FastifyReply, problem: Problem): void {
  leaveUnread(reply)
  if (problem.status === 503 && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', problem === paused ? retryWhenStarted : retryAfter)
  }
  reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify({ type: 'about:blank', ...problem }))
}

// Seconds.
const retryAfter = 5
// Whoever stopped the kind needs longer than a store does.
const retryWhenStarted = 60

/**
 * Ends the connection with the answer where the request says that it has a body and that was not read. Node would wait
 * for the rest of it, for as long as the sender likes.
 */
export function leaveUnread(reply: FastifyReply): void {
  // HTTP/2 ends a stream by itself, and forbids the header.
  if (isUnread(reply.request.raw)) reply.header('connection', 'close')
}

function isUnread({ complete, headers, httpVersionMajor }: FastifyRequest['raw']): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
  return complete === false && hasBody && httpVersionMajor === 1
}

/** A refusal, named by its status. @param at which field is wrong, and how */
function problem(status: number, code: string, detail: string, at?: ProblemDetails): Problem {
  return { status, title: STATUS_CODES[status] ?? 'Error', code, detail, ...at }
}

/** A push that cannot become an event. */
export function unreadable({ field, expected, received }: ProblemDetails): Problem {
  return problem(
    400,
    field === null ? 'FMW_BODY' : 'FMW_FIELD',
    `${field ?? 'The body'} must be ${expected}; received ${received}`,
    { field, expected, received },
  )
}

/** No verifier let the request in. Which one and why is in the log, not in the answer. */
export const refused = problem(401, 'FMW_REFUSED', 'This request did not prove that it may push here')

/** Nothing lives at this address. */
export const notFound = problem(
  404,
  'FMW_NOT_FOUND',
  'Nothing is received at this address: app.merchant.urls lists what is',
)

/** Pushes are POST; deliveries and messages GET too; GET and HEAD otherwise probe. */
export const wrongMethod = problem(405, 'FMW_METHOD', 'A push is a POST, or a GET where it travels in query parameters')

/** The body is over the limit. */
export function tooLarge(limit: number): Problem {
  return problem(413, 'FMW_BODY_LIMIT', `The body must be at most ${limit} bytes`, {
    field: null,
    expected: `at most ${limit} bytes`,
    received: 'more',
  })
}

/** The body did not come in its time. */
export function tooLate(timeout: number): Problem {
  return problem(408, 'FMW_BODY_TIMEOUT', `The body must be there within ${timeout} ms`, {
    field: null,
    expected: `there within ${timeout} ms`,
    received: 'a part of it',
  })
}

/** The body is neither JSON nor, where those are taken, a form. */
export function wrongType(expected: string): Problem {
  return problem(415, 'FMW_CONTENT_TYPE', `The content type must be ${expected}`, {
    field: null,
    expected,
    received: 'another',
  })
}

/** The body is compressed, or encoded in another way. @param encoding as the request names it */
export function wrongEncoding(encoding: string): Problem {
  const received = showableEncoding.test(encoding) ? encoding.toLowerCase() : 'another'
  return problem(415, 'FMW_CONTENT_ENCODING', `The body must not have a content encoding; received ${received}`, {
    field: null,
    expected: 'no content encoding',
    received,
  })
}

const showableEncoding = /^[a-z][a-z-]{0,19}$/i

/** Too many bodies are arriving at once, and this one has been at it for the longest. */
export const noRoom = problem(
  503,
  'FMW_BODY_ROOM',
  'Too many bodies were arriving at once, and this one took the longest: send it again',
)

/** The connection carried less or more than it promised. */
export const wrongLength = problem(400, 'FMW_REQUEST', 'The body was not as long as its content length says', {
  field: null,
  expected: 'a body as long as its content length says',
  received: 'another',
})

/** What the application put before its routes (a limit, a guard) stopped the request, or the connection broke. */
export function stopped(status: number): Problem {
  return problem(status, 'FMW_STOPPED', 'The request was stopped before it was read as a push')
}

/** The handler of a notification failed: it was not acknowledged, so that the service may send it again. */
export const handlerFailed = problem(500, 'FMW_HANDLER', 'The notification was not handled and is not acknowledged')

/** The inbox cannot keep the notification now: it was not acknowledged, so that the service may send it again. */
export const notKept = problem(
  503,
  'FMW_STORE_UNAVAILABLE',
  'The notification could not be kept and is not acknowledged: send it again',
)

/** Somebody has stopped the kind: it was not acknowledged, so that the service may send it again. */
export const paused = problem(
  503,
  'FMW_PAUSED',
  'This kind of push is stopped for a while, and the notification is not acknowledged: send it again',
)

/** The end of a session could not be recorded: whoever dials next could be taken for somebody who has seen its last screen. */
export const endNotKept = problem(
  503,
  'FMW_STORE_UNAVAILABLE',
  'The end of the session could not be recorded: send it again',
)

/** The verifier did not answer in its time: it may let the push in when it comes again. */
export const notVerified = problem(
  503,
  'FMW_VERIFIER_TIMEOUT',
  'It could not be found out in time whether this request may push: send it again',
)

/** Something broke before a push was understood. */
export const broken = problem(500, 'FMW_INTERNAL', 'The push was not taken; the cause is in the log')

/** What a route takes, for the problems that name it. */
export interface Accepted {
  readonly takesForms: boolean
}

/** A body was not read to its end. */
export class BodyRefused extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** The problem that an error between a body and its event is answered with. */
export function toProblem(error: unknown, { takesForms }: Accepted): Problem {
  if (error instanceof PushProblem) return unreadable(error)
  if (error instanceof WrongContentType) return wrongType(typesOf(takesForms))
  return broken
}

/**
 * The problem that an error before the body was there is answered with: one of Fastify's own, or of a hook that
 * the application put before its routes.
 *
 * @param statusSet what the reply says already
 */
export function toEarlyProblem(error: unknown, statusSet: number): Problem {
  if (error instanceof BodyRefused) return error.problem
  return toStopped(error, statusSet)
}

/** The same, where there is no push to speak of: whoever stopped the request says with which status. */
export function toStopped(error: unknown, statusSet: number): Problem {
  return stopped([partsOf(error).statusCode, statusSet].find(isErrorStatus) ?? 500)
}

function partsOf(error: unknown): { readonly statusCode?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}

function isErrorStatus(status: unknown): status is number {
  return typeof status === 'number' && status >= 400 && status <= 599
}

function typesOf(takesForms: boolean): string {
  return takesForms ? 'application/json or application/x-www-form-urlencoded' : 'application/json'
}
