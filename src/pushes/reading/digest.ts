import { hash } from 'node:crypto'

/** A short fingerprint of any JSON value: SHA-256, hexadecimal, 32 characters. */
export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 32)
}
