import { createError } from '@fastify/error'

/** A notification's handler took longer than an attempt may. */
export const FMW_ATTEMPT_TIMEOUT = createError(
  'FMW_ATTEMPT_TIMEOUT',
  'The handler took longer than %d ms: raise retry.timeout, or do less before it returns',
  503,
)

/** A wrong call of `attempt.once`. */
export const FMW_ONCE = createError<[what: string]>('FMW_ONCE', 'attempt.once: %s', 500, TypeError)

/** The application closed while a notification's handler ran, and could not wait longer. */
export const FMW_CLOSING = createError(
  'FMW_CLOSING',
  'The application is closing and waited %d ms for the handler: the notification is handed back untried',
  503,
)
