/**
 * What plugins of the host are told about routes of pushes, in the options that each has for a route. What protects the host
 * from many would stop the one sender that there is: a turn that is not answered is a dead line to its subscriber.
 *
 * - `@fastify/otel` writes addresses into spans, where secrets and texts stand in some.
 * - `@fastify/rate-limit` counts by address, and all pushes come from a few.
 * - `@fastify/under-pressure` answers 503. The plugin has bounds of its own.
 * - `@fastify/cors` answers browsers, which push nothing.
 * - `@fastify/compress` puts another body in the place of the one whose length was told, and replies are short.
 */
export const apart = {
  config: { otel: false, rateLimit: false, cors: false, pressureHandler: (): void => undefined },
  compress: false,
  decompress: false,
} as const
