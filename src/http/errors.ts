import { createError } from '@fastify/error'

/** The merchant's `classify` names no kind. */
export const FMW_CLASSIFY = createError<[given: string]>(
  'FMW_CLASSIFY',
  'classify gave %s: return a kind such as fulfilment, or undefined, at once and not by a promise',
  500,
  TypeError,
)
