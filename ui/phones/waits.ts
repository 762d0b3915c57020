import { computed, signal } from '@preact/signals'
import { pending } from '../state/log/rows.ts'
import { keyOf } from '../state/simulator.ts'
import type { PhoneState } from '../state/types.ts'

/** The phones whose turn this page has just sent, by their key. */
export const sent = signal<ReadonlySet<string>>(new Set())

/** What asks the application for a screen. */
const turns: ReadonlySet<string> = new Set(['dial', 'reply', 'repeat'])

export function isTurn(step: string): boolean {
  return turns.has(step)
}

/** The sessions whose turn is with the application, whoever sent it. */
const sessions = computed(
  () =>
    new Set(
      pending.value
        .filter(({ kind, isMeant }) => isMeant && (kind === 'ussd' || kind === 'programmable'))
        .map(({ about }) => about.sessionId),
    ),
)

/** Whether a phone waits for a screen of the application: the subscriber's own time stands still. */
export function waits(phone: PhoneState): boolean {
  const { isOpen, sessionId } = phone
  if (sent.value.has(keyOf(phone))) return true
  return isOpen && sessionId !== null && sessions.value.has(sessionId)
}
