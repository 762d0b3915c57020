import type { FastifyReply, FastifyRequest } from 'fastify'

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

/** Answers with a problem that may be over soon. */
export function sendRetry(reply: FastifyReply, problem: Problem): void {
  reply.header('retry-after', retryAfter)
  sendProblem(reply, problem)
}

/** Answers with a problem, and reads no more of the request. Nothing of what was sent is repeated in it. */
export function sendProblem(reply: FastifyReply, problem: Problem): void {
  leaveUnread(reply)
  reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify({ type: 'about:blank', ...problem }))
}

// Seconds.
const retryAfter = 5

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
