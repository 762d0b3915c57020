import { isThenable } from '../is-thenable.ts'
import type { VerifyRequest } from './verifier.ts'

/** A question about a request, answered at once or later. */
export type Check = (request: VerifyRequest) => boolean | Promise<boolean>

/**
 * Wraps what others wrote so that it never throws or rejects, and only exactly `true` passes. An error goes to
 * the request's `onError`. Answers at once when the check does.
 *
 * @param verifier the name that goes with an error
 */
export function failClosed(verifier: string, check: (request: VerifyRequest) => unknown): Check {
  return (request) => {
    try {
      const answer = check(request)
      if (!isThenable(answer)) return answer === true
      return Promise.resolve(answer).then(isTrue, (error: unknown) => refuse(request, error, verifier))
    } catch (error) {
      return refuse(request, error, verifier)
    }
  }
}

function refuse(request: VerifyRequest, error: unknown, verifier: string): false {
  request.onError?.(error, verifier)
  return false
}

const isTrue = (answer: unknown) => answer === true
