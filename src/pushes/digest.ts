import { createHash } from 'node:crypto'

/** A short fingerprint of any JSON value: SHA-256, hexadecimal, 32 characters. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
