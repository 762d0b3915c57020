import { createError } from '@fastify/error'

/** `metrics` was not given what it needs, or was called twice. */
export const FMW_METRICS = createError<[problem: string]>('FMW_METRICS', 'metrics(app, { client }): %s', 500, TypeError)
