import { lookable } from '../../text/describe-error.ts'

/** What an error says of whether the effect that threw it was done. */
export type Says =
  /** It may have been. */
  | 'unclear'
  /** It was not. */
  | 'notDone'
  /** A call was not sent, since its signal had aborted. What the effect did before that call it does not say. */
  | 'notSent'
  | 'nothing'

/**
 * What was thrown says most at its outermost: whoever wraps an error and says `isUncertain` has looked. An error within that
 * may have been done stays that, however it is wrapped.
 */
export function whatItSays(thrown: unknown): Says {
  const own = statementOf(thrown)
  if (own !== undefined) return own ? 'unclear' : codeOf(thrown) === 'FMW_CALL_ABORTED' ? 'notSent' : 'notDone'
  const errors = [thrown]
  for (let at = 0; at < errors.length && at < mostErrors; at++) {
    const error = lookable(errors[at])
    if (!(error instanceof Error)) continue
    const says = statementOf(error)
    if (says === true || (says === undefined && cutOff.has(error.name))) return 'unclear'
    // What it was made of is settled by what it says.
    if (says === undefined) errors.push(error.cause, ...partsOf(error))
  }
  return 'nothing'
}

/**
 * Whether what `recover` threw says that the effect was not done. Errors of our own speak of a call that `recover` made: a
 * reference that was used before is refused, which says the opposite.
 */
export function deniesEffect(thrown: unknown): boolean {
  return statementOf(thrown) === false && codeOf(thrown)?.startsWith('FMW_') !== true
}

function statementOf(error: unknown): boolean | undefined {
  const says = error instanceof Error && 'isUncertain' in error ? error.isUncertain : undefined
  return typeof says === 'boolean' ? says : undefined
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function partsOf(error: Error): readonly unknown[] {
  const parts = error instanceof AggregateError ? lookable(error.errors) : undefined
  return Array.isArray(parts) ? parts.slice(0, mostErrors) : []
}

/** As `fetch`, timers and streams name what a signal or a time limit has ended. */
const cutOff: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError'])
const mostErrors = 32
