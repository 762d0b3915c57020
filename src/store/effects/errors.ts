import { createError } from '@fastify/error'

/** An effect was begun and nobody knows whether it happened. It is not done again. */
export const FMW_EFFECT_UNKNOWN = createError<[name: string, key: string]>(
  'FMW_EFFECT_UNKNOWN',
  "The effect '%s' with the key %s was begun, and it is not known whether it was done: find out by its key, or give " +
    'once a function recover that does',
)
