import createError from '@fastify/error'

/** A notification's handler took longer than an attempt may. */
export const FMW_ATTEMPT_TIMEOUT = createError(
  'FMW_ATTEMPT_TIMEOUT',
  'The handler took longer than %d ms: raise attemptTimeout, or do less before it returns',
  503,
)
