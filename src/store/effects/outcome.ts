import { describeError, lookable } from '../../text/describe-error.ts'
import { type Lost, lostIn, type Recorded, toRecorded, unfitIn } from './recorded.ts'

/** What came of something that is recorded: what it gave, or why it failed. */
export interface Outcome {
  readonly a?: Recorded
  readonly e?: string
}

/** An outcome, and what was thrown when it came about here. */
export interface Tried {
  readonly outcome: Outcome
  readonly cause?: unknown
  /** What JSON does not keep of what was given here. */
  readonly lost?: readonly Lost[]
  /** It failed after it was done, or says itself that it may have been done. */
  readonly mayHaveHappened?: true
}

/** Does something, and says what came of it. Never rejects. @param secrets what no message may hold: it is kept */
export async function tryIt(doIt: () => unknown, secrets: readonly string[]): Promise<Tried> {
  let isDone = false
  try {
    const given = await doIt()
    isDone = true
    const lost = lostIn(given)
    const unfit = unfitIn(lost)
    if (unfit !== undefined) throw new TypeError(`what it gave has ${unfit}`)
    return { outcome: { a: toRecorded(given) }, lost: lost.others }
  } catch (thrown) {
    const cause = lookable(thrown)
    // Cut, since it is kept: a whole page of HTML may be somebody's error.
    const outcome = { e: describeError(cause, secrets).message.slice(0, longestMessage) }
    return isDone || isUncertain(cause) ? { outcome, cause, mayHaveHappened: true } : { outcome, cause }
  }
}

/** The client's errors say so. */
function isUncertain(cause: unknown): boolean {
  return cause instanceof Error && 'isUncertain' in cause && cause.isUncertain === true
}

const longestMessage = 500
