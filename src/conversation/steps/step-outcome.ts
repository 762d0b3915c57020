import { describeError } from '../../text/describe-error.ts'
import { type Lost, lostIn, type Recorded, toRecorded, unfitIn } from '../record/recorded.ts'

/** What came of a step: what it gave, or why it failed. */
export interface StepOutcome {
  readonly a?: Recorded
  readonly e?: string
}

/** An outcome, and what was thrown when it came about here. */
export interface Tried {
  readonly outcome: StepOutcome
  readonly cause?: unknown
  /** What JSON does not keep of what was given here. */
  readonly lost?: readonly Lost[]
}

/** Does something, and says what came of it. Never rejects. @param secrets what no message may hold: it is kept */
export async function tryIt(doIt: () => unknown, secrets: readonly string[]): Promise<Tried> {
  try {
    const given = await doIt()
    const lost = lostIn(given)
    const unfit = unfitIn(lost)
    if (unfit !== undefined) throw new TypeError(`what it gave has ${unfit}`)
    return { outcome: { a: toRecorded(given) }, lost: lost.others }
  } catch (cause) {
    // Cut, since it is kept with the session: a whole page of HTML may be somebody's error.
    return { outcome: { e: describeError(cause, secrets).message.slice(0, longestMessage) }, cause }
  }
}

const longestMessage = 500
