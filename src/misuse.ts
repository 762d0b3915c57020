import { createError } from '@fastify/error'

/** Makes a class of errors for what a caller got wrong in code: a `TypeError` with a code, and the status 500. */
export function misuse<Arguments extends unknown[]>(code: string, text: string) {
  return createError<Arguments>(code, text, 500, TypeError)
}
