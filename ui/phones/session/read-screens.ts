import { signal } from '@preact/signals'
import { keyOf } from '../../state/simulator.ts'
import type { PhoneState } from '../../state/types.ts'
import { answeredAt } from '../payment/answered.ts'

const place = 'read-screens'

/** By phone, the last screen that was dismissed. Kept by the browser: it stays dismissed when the page is loaded again. */
const read = signal<Readonly<Record<string, string>>>(readKept())

/** Whether a screen tells of something past: it was dismissed, or says "Approve the prompt" and the prompt was answered. */
export function isPast(phone: PhoneState): boolean {
  const { isOpen, screen } = phone
  return (
    !isOpen && (answeredAt(phone) !== undefined || screen?.text === '' || read.value[keyOf(phone)] === nameOf(phone))
  )
}

export function noteRead(phone: PhoneState): void {
  read.value = { ...read.value, [keyOf(phone)]: nameOf(phone) }
  try {
    localStorage.setItem(place, JSON.stringify(read.value))
  } catch {
    // Without a place to keep it, it stays dismissed until the page is loaded again.
  }
}

function nameOf({ sessionId, screen }: PhoneState): string {
  return `${sessionId} ${screen?.text}`
}

function readKept(): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}')
    return Object.fromEntries(Object.entries(Object(kept)).map(([key, name]) => [key, String(name)]))
  } catch {
    return {}
  }
}
