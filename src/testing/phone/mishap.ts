import type { MerchantEvents } from '../../registration/events/activity.ts'
import type { Mishap } from '../../simulator/phone/story.ts'
import { describeError, lineOfError } from '../../text/describe-error.ts'
import type { TestedSession } from './tested-session.ts'

/** An error stays: what was too late is of its own screen alone, and is not the reason where something was thrown. */
export function suffer(session: TestedSession, mishap: Mishap): void {
  if (session.mishap?.error === undefined) session.mishap = mishap
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
