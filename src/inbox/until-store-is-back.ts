import { describeError } from '../text/describe-error.ts'
import type { Instead } from './work.ts'

/** Puts off what the store could not do. */
export function untilStoreIsBack(error: unknown): Instead {
  return { state: 'later', retryIn: storePause, why: describeError(error).message }
}

// ms
const storePause = 1_000
