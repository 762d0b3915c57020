import { maskPhone } from './mask-phone.ts'

/** An error as it goes to the log: whole, but for digits that may be a phone or a card. */
export interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: DescribedError
}

/**
 * Makes whatever was thrown fit for a log line, and never throws itself. A handler's error often quotes what it
 * worked on: runs of nine digits and more are masked however they are spaced, and so is `secret`, the answer to a
 * sensitive screen.
 */
export function describeError(error: unknown, secret = ''): DescribedError {
  // Without a prototype, because pino names the type of what it logs as an error by its constructor.
  return Object.setPrototypeOf(describeSafely(error, secret.trim()), null)
}

function describeSafely(error: unknown, secret: string): DescribedError {
  try {
    return describe(error, secret, deepestCause)
  } catch {
    return { type: typeof error, message: 'something that cannot be shown' }
  }
}

function describe(error: unknown, secret: string, causes: number): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: mask(error, secret) }
  const { name, message, stack, cause } = error
  return {
    type: mask(name, secret),
    message: mask(message, secret),
    ...('code' in error && typeof error.code === 'string' ? { code: mask(error.code, secret) } : {}),
    ...(stack === undefined ? {} : { stack: mask(stack, secret) }),
    ...(cause === undefined || causes === 0 ? {} : { cause: describe(cause, secret, causes - 1) }),
  }
}

const deepestCause = 4
// Nine digits and more, with the spaces and marks that phone numbers are written with; a date is none.
const longDigits = /(?<!\d)(?!\d{4}-\d\d-\d\d\b)\+?\d(?:[ ().-]{0,2}\d){8,}/g
// Longer texts are cut: a handler may put a whole response into its error.
const longestText = 8_000

/** The parts of an error are text as a rule; nothing enforces it. */
function mask(part: unknown, secret: string): string {
  const shown = String(part).slice(0, longestText).replace(longDigits, maskPhone)
  return secret === '' ? shown : shown.replaceAll(secret, '***')
}
