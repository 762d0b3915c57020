import type { MerchantEvents } from '../../registration/events/activity.ts'
import { describeError, lineOfError } from '../../text/describe-error.ts'

/** What went wrong in the application while a screen was waited for: the subscriber sees nothing of it. */
export interface Mishap {
  /** For the error of a step. */
  readonly line: string
  /** What was thrown; undefined where nothing was. */
  readonly error: unknown
}

/** Of `turnFailed`. @param secrets not to be shown */
export function failureMishap({ place, error }: MerchantEvents['turnFailed'][0], secrets: readonly string[]): Mishap {
  const who = place === 'handler' ? 'the handler' : place
  const what = error instanceof Error ? lineOfError(error, secrets) : describeError(error, secrets).message
  return { line: `${who} failed: ${what}`, error }
}

/** Of `deadline`. */
export function deadlineMishap({ did, ms }: MerchantEvents['deadline'][0]): Mishap {
  const what = did === 'wait' ? 'a waiting screen' : 'a release'
  return { line: `the budget ran out before the handler answered: after ${ms} ms ${what} went out`, error: undefined }
}

/** How the error of a step ends: with what went wrong, and what led there. */
export function storyOf(mishap: Mishap | undefined, transcript: string): string {
  const wrong = mishap === undefined ? '' : `\n${mishap.line}`
  return transcript === '' ? wrong : `${wrong}\nafter\n${indent(transcript)}`
}

/** The error of a step, with what was thrown as its cause. */
export function blame<E extends Error>(error: E, mishap: Mishap | undefined): E {
  if (mishap?.error !== undefined) error.cause = mishap.error
  return error
}

/** A text as part of another: every line of it two spaces in. */
export function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
