/** What a record gives back: JSON that was parsed, of whatever type the step of the script says. */
export type Recorded = ReturnType<JSON['parse']>

/** A value as its record gives it back, from the first time on: what differs after a restart would differ silently. */
export function toRecorded(value: unknown): Recorded {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const json: string | undefined = JSON.stringify(value)
  return json === undefined ? undefined : JSON.parse(json)
}

/**
 * The type of a value after it was recorded as JSON, which has no dates, maps or functions. A date becomes its text, an
 * object with `toJSON` becomes its result, and a function is left out.
 *
 * @example
 * const at: AsJson<Date> = '2026-12-31T00:00:00.000Z'
 */
export type AsJson<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends { toJSON(): infer Json }
      ? AsJson<Json>
      : Value extends ((...given: never) => unknown) | symbol
        ? undefined
        : Value extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
          ? Record<string, never>
          : { [Key in keyof Value]: AsJson<Value[Key]> }
