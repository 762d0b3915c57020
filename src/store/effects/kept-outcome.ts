import type { TurnKind } from '../../pushes/kinds.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { erasedText } from '../people/erasure.ts'
import type { Outcome, Tried } from './outcome.ts'

/** The turn in which something was done. Its time is that of its transcript, so whoever looks for it compares no two clocks. */
export interface EffectTurnMark {
  /** As `sessionMark` gives it. */
  readonly session: string
  /** When its push came, epoch ms. */
  readonly at: number
}

/** Stands for a session of a phone in what is kept of its effects. */
export function sessionMark(kind: TurnKind, sessionId: string): string {
  return digest([kind, sessionId])
}

/** An outcome as JSON, as stores keep it. */
export function writeTried({ outcome, mayHaveHappened }: Tried, mark?: EffectTurnMark): string {
  const own: Kept = mayHaveHappened === true ? { ...outcome, u: true } : outcome
  const kept: Kept = mark === undefined ? own : { ...own, s: mark.session, t: mark.at }
  return JSON.stringify(kept)
}

/** What `writeTried` was given. */
export function readTried(json: string): Tried {
  const { u, s: _session, t: _at, ...outcome }: Kept = JSON.parse(json)
  return u === true ? { outcome, mayHaveHappened: true } : { outcome }
}

/** The turn that `writeTried` was given; undefined where it was given none. */
export function turnMarkIn(json: string): EffectTurnMark | undefined {
  const { s, t }: Kept = JSON.parse(json)
  return s === undefined || t === undefined ? undefined : { session: s, at: t }
}

/** What gave too much to be kept was done all the same: it is found out by its key, and never done again. */
export function fits(tried: Tried): Tried {
  if ((JSON.stringify(tried.outcome.a)?.length ?? 0) <= longestResult) return tried
  const e = `it gave more than ${longestResult} characters of JSON: give what identifies it`
  return { outcome: { e }, cause: new TypeError(e), isInDoubt: true }
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
  /** It was done, and what it gave was erased. */
  readonly u?: true
  /** Of the turn. */
  readonly s?: string
  readonly t?: number
}

// Characters of JSON.
const longestResult = 32_768
