import type { Recorded } from '../../store/effects/recorded.ts'

/** One step of a script. */
export type Step = AnswerStep | LoadStep | EffectStep

/** A question that was answered. */
export interface AnswerStep {
  /** `ask:whole`, `choose`, `confirm`, `show`. */
  readonly k: string
  /** The fingerprint of its text, or its id. */
  readonly f: string
  /** The answer. */
  readonly a?: Recorded
  /** The answer of a sensitive question, sealed; empty where it is to be asked again. */
  readonly s?: string
  /** What was entered for it, sealed, where a screen or a line that quotes that is not found by the answer: 739 158 for 739158. */
  readonly y?: string | undefined
  /** What was answered before it is asked again, sealed: for comparing alone. */
  readonly h?: string | undefined
  /** It was never answered: what went wrong ended the conversation in its own way. */
  readonly x?: 'tooMany' | 'failed'
}

/** Something that was read. */
export interface LoadStep {
  readonly k: 'load'
  readonly n: string
  /** What came of it; missing where nothing was returned. */
  readonly a?: Recorded
  /** Why it failed. */
  readonly e?: string
}

/** Something that was done, or was begun. */
export interface EffectStep {
  readonly k: 'once'
  readonly n: string
  /** Its idempotency key. */
  readonly key: string
  /** The sensitive answers before it, sealed: who gives others has not done it. */
  readonly p?: readonly string[] | undefined
  /** Whether its outcome is known. */
  readonly d?: true
  readonly a?: Recorded
  readonly e?: string
}

export function isEffect(step: Step): step is EffectStep {
  return step.k === 'once'
}

export function isLoad(step: Step): step is LoadStep {
  return step.k === 'load'
}

/** What went wrong at a question, where it ended the conversation in its own way. */
export function endingAt(step: Step): AnswerStep['x'] {
  return isEffect(step) || isLoad(step) ? undefined : step.x
}

/** A step as lines of the log have it. */
export function shownStep(step: Step): string {
  return isEffect(step) || isLoad(step) ? `${step.k} ${step.n}` : `${step.k} ${step.f}`
}
