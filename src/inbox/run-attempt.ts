import type { Clock } from '../clock.ts'
import { isThenable } from '../is-thenable.ts'
import type { ActiveAttempt } from './attempt.ts'
import type { Delivery } from './delivery.ts'
import { FMW_ATTEMPT_TIMEOUT } from './errors.ts'

/** How a run of a handler ended. */
export type AttemptEnd = { readonly ok: true } | { readonly ok: false; readonly error: unknown }

const succeeded: AttemptEnd = Object.freeze({ ok: true })

/**
 * Runs a handler, and tells once how it ended: at once if it answered at once, at its time-out at the latest. What
 * becomes of a handler that goes on after that is not looked at; its signal has told it.
 *
 * @returns ends it before its time
 */
export function runAttempt(
  delivery: Delivery,
  attempt: ActiveAttempt,
  clock: Clock,
  ended: (end: AttemptEnd) => void,
): (reason: Error) => void {
  let result: unknown
  try {
    result = delivery.handle(attempt)
  } catch (error) {
    ended({ ok: false, error })
    return nothingRuns
  }
  if (isThenable(result)) return waitFor(result, delivery, attempt, clock, ended)
  ended(succeeded)
  return nothingRuns
}

const nothingRuns = (): void => undefined

function waitFor(
  result: PromiseLike<unknown>,
  { attemptTimeout }: Delivery,
  attempt: ActiveAttempt,
  clock: Clock,
  ended: (end: AttemptEnd) => void,
): (reason: Error) => void {
  let isOver = false
  const end = (how: AttemptEnd): void => {
    if (isOver) return
    isOver = true
    cancel()
    ended(how)
  }
  const stop = (error: Error): void => {
    if (isOver) return
    attempt.abort(error)
    end({ ok: false, error })
  }
  const cancel = clock.after(attemptTimeout, () => stop(new FMW_ATTEMPT_TIMEOUT(attemptTimeout)))
  // A promise of our own settles once and never throws, whatever a foreign one does.
  new Promise((resolve) => resolve(result)).then(
    () => end(succeeded),
    (error: unknown) => end({ ok: false, error }),
  )
  return stop
}
