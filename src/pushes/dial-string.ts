import { withoutEnd } from '../text/without-end.ts'

/**
 * The answers that were dialled with the code: of `*714*5*3#` with the code 714 they are `5` and `3`
 * (field notes, "Initiation Message").
 *
 * A service code of several parts (`*714*12#`) is taken off whole; without one the first part is the code.
 */
export function readDialledAnswers(message: string, serviceCode: string): readonly string[] {
  // Most dial the code alone.
  if (message === serviceCode || message.charCodeAt(0) !== star || !message.includes('*', 1)) return none
  const dialled = parts(message)
  if (dialled.length < 2) return none
  const code = parts(serviceCode)
  const isPrefix = code.length > 0 && code.every((part, position) => part === dialled[position])
  return dialled.slice(isPrefix ? code.length : 1)
}

const star = 42
const none: readonly string[] = Object.freeze([])

function parts(text: string): string[] {
  const inner = withoutEnd(text.trim(), '#').replace(/^[*#]+/, '')
  return inner === '' ? [] : inner.split('*')
}
