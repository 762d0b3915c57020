import type { FastifyInstance } from 'fastify'

/**
 * What a module exports as its application, or as a function that builds it: its default export, or one named `app` or
 * `build`. The exports of a CommonJS module are its default, so those names count in them.
 */
export function exportedApp(module: Readonly<Record<string, unknown>>): unknown {
  const main = Object(module.default ?? module)
  return isApp(main) ? main : (main.default ?? main.app ?? main.build ?? main)
}

export function isApp(value: unknown): value is FastifyInstance {
  return typeof value === 'object' && value !== null && 'ready' in value && 'inject' in value && 'close' in value
}
