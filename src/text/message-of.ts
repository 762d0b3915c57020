import { printable } from './clean-text.ts'

/** What was thrown, in words. Errors with a code are one line, and may repeat what they were given. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? printable(error.message) : error.message
}

/** The code of an error, such as `ENOENT` or `FMW_STORE_SCHEMA`; undefined where it has none, or is no error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
