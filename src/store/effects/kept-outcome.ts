import { digest } from '../../pushes/reading/identifiers.ts'
import { erasedText } from '../people/erasure.ts'
import type { Outcome, Tried } from './outcome.ts'

/** An outcome as JSON, as stores keep it. */
export function writeTried({ outcome, mayHaveHappened }: Tried): string {
  const kept: Kept = mayHaveHappened === true ? { ...outcome, u: true } : outcome
  return JSON.stringify(kept)
}

/** What `writeTried` was given. */
export function readTried(json: string): Tried {
  const { u, ...outcome }: Kept = JSON.parse(json)
  return u === true ? { outcome, mayHaveHappened: true } : { outcome }
}

/** An outcome that is too large to be kept was an outcome all the same: it is never done again. */
export function fits(tried: Tried): Tried {
  if (writeTried(tried).length <= longestOutcome) return tried
  const e = `it gave more than ${longestOutcome} characters of JSON: give what identifies it`
  return { outcome: { e }, cause: new TypeError(e), mayHaveHappened: true }
}

/**
 * Takes the place of an outcome that a person had erased. The effect stays done: whoever asks for it again finds out by `recover`,
 * or is told `FMW_EFFECT_UNKNOWN`. Nothing is done a second time.
 */
export const erasedOutcome = writeTried({ outcome: { e: erasedText }, mayHaveHappened: true })

/** What finds the outcomes that the handler of an entry came to. */
export function whoseOfEntry(entryId: string): string {
  return digest(['entry', entryId])
}

interface Kept extends Outcome {
  /** It failed, and may have happened. */
  readonly u?: true
}

// Characters.
const longestOutcome = 32_768
