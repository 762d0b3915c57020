/** What a record gives back: JSON that was parsed, of whatever type the step of the script says. */
export type Recorded = ReturnType<JSON['parse']>

/** A value as its record gives it back, from the first time on: what differs after a restart would differ silently. */
export function toRecorded(value: unknown): Recorded {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const json: string | undefined = JSON.stringify(value)
  return json === undefined ? undefined : JSON.parse(json)
}
