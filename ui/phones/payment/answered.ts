import { signal } from '@preact/signals'
import type { PhoneState } from '../../state/types.ts'

/** What was answered to the last payment prompt of a phone on this page. */
export interface Answered {
  readonly step: 'approve' | 'refuse'
  readonly bill: string
  readonly sessionId: string | null
}

const byNumber = signal<ReadonlyMap<string, Answered>>(new Map())

/** Undefined where nothing was, and once the phone is used for something else. */
export function answeredAt({ number, sessionId }: PhoneState): Answered | undefined {
  const found = byNumber.value.get(number)
  return found?.sessionId === sessionId ? found : undefined
}

/** What is said of the prompt from now on; nothing, where the answer didn't get through. */
export function noteAnswer(number: string, answered: Answered | undefined): void {
  const next = new Map(byNumber.value)
  if (answered === undefined) next.delete(number)
  else next.set(number, answered)
  byNumber.value = next
}
