import { maskPhone } from '../text/mask-phone.ts'

/** An error as it goes to the log: whole, but for digits that may be a phone or a card. */
export interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: DescribedError
}

/**
 * Makes an error fit for a log line. A handler's error often quotes what it worked on: runs of nine digits and
 * more are masked, and so is `secret`, the answer to a sensitive screen.
 */
export function describeError(error: unknown, secret = '', depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: mask(safeText(error), secret) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const stack = error.stack === undefined ? {} : { stack: mask(error.stack, secret) }
  const cause =
    error.cause === undefined || depth === deepestCause ? {} : { cause: describeError(error.cause, secret, depth + 1) }
  return { type: error.name, message: mask(error.message, secret), ...code, ...stack, ...cause }
}

const deepestCause = 4
const longDigits = /\+?\d{9,}/g
// Longer texts are cut: a handler may put a whole response into its error.
const longestText = 8_000

function mask(text: string, secret: string): string {
  const shown = text.slice(0, longestText).replace(longDigits, maskPhone)
  return secret === '' ? shown : shown.replaceAll(secret, '***')
}

function safeText(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'a value that cannot be shown'
  }
}
