import type { Log } from '../log.ts'
import { lookAgainIn } from '../payments/look-again.ts'
import { FMW_STORE_UNAVAILABLE } from '../store/errors.ts'
import { describeError } from '../text/describe-error.ts'
import type { Instead } from './work.ts'

/** A payment of which nothing could be found out. */
export interface Troubled {
  readonly log: Log
  /** ms since it was told of, or asked for. */
  readonly age: number
  /** ms */
  readonly giveUpAfter: number
}

/**
 * What becomes of a preparation that failed. What the store is to blame for goes by itself. Everything else is a mistake of
 * the application: people must hear of it, and have time to correct it, before the payment is given up.
 */
export function afterTrouble(error: unknown, of: Troubled, giveUp: (why: string) => Instead): Instead {
  const { log, age, giveUpAfter } = of
  const err = describeError(error)
  const passes = error instanceof FMW_STORE_UNAVAILABLE
  if (!passes) log.error({ err }, 'what became of a payment cannot be told')
  return passes || age < giveUpAfter ? later(err.message, age) : giveUp(err.message)
}

/** It is looked at again, the later the older it is. @param age ms */
export function later(why: string, age: number): Instead {
  return { state: 'later', retryIn: lookAgainIn(age), why }
}
