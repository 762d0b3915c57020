import type { FastifyError } from 'fastify'
import { PushProblem } from '../pushes/push-problem.ts'
import type { Problem } from './problem.ts'
import { WrongContentType } from './read-body.ts'
import { broken, tooLarge, unreadable, wrongType } from './refusals.ts'

/** What a route takes, for the problems that name it. */
export interface Accepted {
  readonly bodyLimit: number
  readonly takesForms: boolean
}

/** The problem that an error on the way to an event is answered with. */
export function toProblem(error: unknown, { bodyLimit, takesForms }: Accepted): Problem {
  if (error instanceof PushProblem) return unreadable(error)
  const types = takesForms ? 'application/json or application/x-www-form-urlencoded' : 'application/json'
  if (error instanceof WrongContentType) return wrongType(types)
  const status = statusOf(error)
  if (status === 413) return tooLarge(bodyLimit)
  if (status === 415) return wrongType(types)
  if (status === undefined || status < 400 || status > 499) return broken
  return {
    status,
    title: 'Bad Request',
    code: 'FMW_REQUEST',
    detail: 'The request could not be read to its end',
    field: null,
    expected: 'a body as long as its content length says',
    received: 'another',
  }
}

function statusOf(error: unknown): number | undefined {
  return isFastifyError(error) ? error.statusCode : undefined
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}
