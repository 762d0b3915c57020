import { FMW_STATE } from './errors.ts'

/** Longest state, as JSON: 64 Ki characters. It is read on every turn of its session. */
export const maxStateLength = 65_536

/**
 * The JSON of a session's next state; null clears it.
 *
 * @throws FMW_STATE when it is no JSON value, or too long
 */
export function writeState(state: unknown): string | undefined {
  if (state === null) return undefined
  const json = toJson(state)
  if (json === undefined) throw new FMW_STATE('is not a JSON value')
  if (json.length > maxStateLength) throw new FMW_STATE(`is longer than ${maxStateLength} characters as JSON`)
  return json
}

function toJson(state: unknown): string | undefined {
  try {
    return JSON.stringify(state)
  } catch (error) {
    throw new FMW_STATE(`is not a JSON value (${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`)
  }
}
