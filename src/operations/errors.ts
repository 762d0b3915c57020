import { createError } from '@fastify/error'
import { misuse } from '../misuse.ts'

/** `metrics` was not given what it needs, or was called twice. */
export const FMW_METRICS = misuse<[problem: string]>('FMW_METRICS', 'metrics(app, { client }): %s')

/** `health` was registered without what it needs. */
export const FMW_HEALTH = misuse<[problem: string]>('FMW_HEALTH', 'health: %s')

/** The operator's page was registered without what it needs. */
export const FMW_OPERATOR = misuse<[problem: string]>('FMW_OPERATOR', 'operatorPage: %s')

/** Nobody may know that there is anything here. */
export const FMW_OPERATOR_UNKNOWN = createError('FMW_OPERATOR_UNKNOWN', 'There is nothing at this address', 404)

/** `access` did not give this right. */
export const FMW_OPERATOR_RIGHT = createError<[right: string]>(
  'FMW_OPERATOR_RIGHT',
  "You don't have the right '%s' here: ask those who run this application",
  403,
)

/** The request doesn't come from the operator's page itself. */
export const FMW_OPERATOR_ORIGIN = createError<[problem: string]>(
  'FMW_OPERATOR_ORIGIN',
  'Only the page itself may ask this: %s',
  403,
)

/** What was sent makes no question and no order. */
export const FMW_OPERATOR_REQUEST = createError<[field: string, problem: string]>('FMW_OPERATOR_REQUEST', '%s %s', 400)

/** What was confirmed is not what would happen. */
export const FMW_OPERATOR_CONFIRMATION = createError<[problem: string]>(
  'FMW_OPERATOR_CONFIRMATION',
  'Nothing was done: %s. Count again, and confirm that',
  409,
)
