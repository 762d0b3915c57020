import { sessionDigits } from '../workloads.ts'

let last = 0

/** The digits of a session that no request had before: a repeated turn would be answered from memory. */
export function nextSession(): string {
  last += 1
  return String(last).padStart(sessionDigits.length, '0')
}
