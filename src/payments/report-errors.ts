import { createError } from '@fastify/error'

/** A fulfilment of which the service could not be told. Argument: why. */
export const FMW_NOT_REPORTED = createError<[why: string]>(
  'FMW_NOT_REPORTED',
  'The fulfilment was not reported to the service: %s',
  500,
)
