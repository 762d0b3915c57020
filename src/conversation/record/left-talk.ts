import type { Recorded } from '../../store/effects/recorded.ts'
import { hasOpenEffect, othersInDoubt, readRecord, type TalkRecord } from './record.ts'
import { isEffect, isLoad, type Step } from './steps.ts'

/** What a conversation has come to, for people. */
export interface LeftTalk {
  /** Something was begun in it, and nobody knows whether it was done: only who goes on with it finds out. */
  readonly isUnsettled: boolean
  /** In the order of the script. What was answered to sensitive questions is left out, and so is what others did behind these. */
  readonly steps: readonly LeftStep[]
}

/** One step of it, by what it is called: a question by the letters of its text, or by its id. */
export interface LeftStep {
  readonly step: 'answer' | 'load' | 'once'
  readonly name: string
  /** Null where it is not known, or is left out. */
  readonly value: Recorded
  /** Why it failed; null where it did not. */
  readonly error: string | null
}

/** Reads the state of a session; undefined where no conversation has left it. */
export function leftTalk(state: unknown): LeftTalk | undefined {
  const record = readRecord(state)
  if (record === undefined) return undefined
  const steps = [...(record.from?.steps ?? []), ...record.steps]
  return { isUnsettled: isUnsettled(record), steps: steps.map(toLeft) }
}

function isUnsettled(record: TalkRecord): boolean {
  const left = record.from ?? record
  return [record, left].some((one) => hasOpenEffect(one) || othersInDoubt(one).length > 0)
}

function toLeft(step: Step): LeftStep {
  const { a = null, e = null }: Partial<Record<'a' | 'e', Recorded>> = step
  if (isEffect(step)) return { step: 'once', name: step.n, value: a, error: e }
  if (isLoad(step)) return { step: 'load', name: step.n, value: a, error: e }
  return { step: 'answer', name: step.f, value: a, error: null }
}
