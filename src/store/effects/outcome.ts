import { describeError, lookable } from '../../text/describe-error.ts'
import { whatItSays } from './doubt.ts'
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
  /** It was done, and what it gave was erased. */
  readonly mayHaveHappened?: true
  /** It was done and what it gave cannot be kept, or may have been done and threw: no outcome, and not kept as one. */
  readonly isInDoubt?: true
  /** The store knew it: it came about earlier, or elsewhere. */
  readonly isEarlier?: true
}

/** The signal of an effect, as far as what that threw may come of it. */
export interface EffectSignal {
  /** It had aborted before the effect began: nothing was sent with it. */
  readonly wasAborted: boolean
  /** Whether it has aborted since, and the effect may have been cut off by it. */
  readonly mayHaveCut: () => boolean
}

/** Does something, and says what came of it. Never rejects. @param secrets what no message may hold: it is kept */
export async function tryIt(
  doIt: () => unknown,
  secrets: readonly string[],
  signal: EffectSignal = noSignal,
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
    return isDone || isInDoubt(cause, signal) ? { outcome, cause, isInDoubt: true } : { outcome, cause }
  }
}

function isInDoubt(cause: unknown, { wasAborted, mayHaveCut }: EffectSignal): boolean {
  switch (whatItSays(cause)) {
    case 'unclear':
      return true
    case 'notDone':
      return false
    case 'notSent':
      return !wasAborted
    case 'nothing':
      return !wasAborted && mayHaveCut()
  }
}

const noSignal: EffectSignal = Object.freeze({ wasAborted: false, mayHaveCut: () => false })

const longestMessage = 500
