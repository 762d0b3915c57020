import { PushProblem } from '../pushes/reading/push-problem.ts'
import { LateBody } from './body-time.ts'
import type { Problem } from './problem.ts'
import { WrongContentType } from './read-body.ts'
import { broken, stopped, tooLarge, tooLate, unreadable, wrongLength, wrongType } from './refusals.ts'

/** What a route takes, for the problems that name it. */
export interface Accepted {
  readonly bodyLimit: number
  /** ms */
  readonly bodyTimeout: number
  readonly takesForms: boolean
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
export function toEarlyProblem(
  error: unknown,
  statusSet: number,
  { bodyLimit, bodyTimeout, takesForms }: Accepted,
): Problem {
  if (error instanceof LateBody) return tooLate(bodyTimeout)
  const { code } = partsOf(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(bodyLimit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongType(typesOf(takesForms))
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return wrongLength
  return toStopped(error, statusSet)
}

/** The same, where there is no push to speak of: whoever stopped the request says with which status. */
export function toStopped(error: unknown, statusSet: number): Problem {
  return stopped([partsOf(error).statusCode, statusSet].find(isErrorStatus) ?? 500)
}

function partsOf(error: unknown): { readonly code?: unknown; readonly statusCode?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}

function isErrorStatus(status: unknown): status is number {
  return typeof status === 'number' && status >= 400 && status <= 599
}

function typesOf(takesForms: boolean): string {
  return takesForms ? 'application/json or application/x-www-form-urlencoded' : 'application/json'
}
