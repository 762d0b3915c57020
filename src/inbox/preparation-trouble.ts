import type { Log } from '../log.ts'
import { FMW_STORE_UNAVAILABLE } from '../store/errors.ts'
import { describeError } from '../text/describe-error.ts'

/** Why nothing could be found out about a payment. */
export interface PreparationTrouble {
  readonly why: string
  /** Whether it goes by itself: the store will be back. */
  readonly passes: boolean
}

/** What a preparation failed with. What does not go by itself is a mistake of the application, and people must hear of it. */
export function readTrouble(error: unknown, log: Log): PreparationTrouble {
  const err = describeError(error)
  const passes = error instanceof FMW_STORE_UNAVAILABLE
  if (!passes) log.error({ err }, 'what became of a payment cannot be told')
  return { why: err.message, passes }
}
