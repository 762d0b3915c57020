/** A number that SQLite gave back. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  throw new TypeError(`a number was expected, not ${typeof value}`)
}

/** A text that SQLite gave back. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError(`a text was expected, not ${typeof value}`)
}

/** Bytes that SQLite gave back. */
export function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new TypeError(`bytes were expected, not ${typeof value}`)
}

/** What may be missing: `read` where it is there, else null. */
export function nullOr<Value>(value: unknown, read: (value: unknown) => Value): Value | null {
  return value === null || value === undefined ? null : read(value)
}
