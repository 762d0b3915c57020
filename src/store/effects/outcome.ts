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
  /** It failed after it was done. */
  readonly mayHaveHappened?: true
  /** It threw, and says itself that it may have been done, or was cut off: no outcome, and not kept as one. */
  readonly isInDoubt?: true
}

/**
 * Does something, and says what came of it. Never rejects.
 *
 * @param secrets what no message may hold: it is kept
 * @param wasCutOff whether what it threw may come of its signal alone, and says nothing of what it has done
 */
export async function tryIt(
  doIt: () => unknown,
  secrets: readonly string[],
  wasCutOff: () => boolean = never,
): Promise<Tried> {
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
    if (isDone) return { outcome, cause, mayHaveHappened: true }
    return (isUncertain(cause) ?? wasCutOff()) ? { outcome, cause, isInDoubt: true } : { outcome, cause }
  }
}

/** The client's errors say so, and that it was not done; undefined where an error says neither. */
function isUncertain(cause: unknown): boolean | undefined {
  const says = cause instanceof Error && 'isUncertain' in cause ? cause.isUncertain : undefined
  return typeof says === 'boolean' ? says : undefined
}

const never = (): boolean => false

const longestMessage = 500
