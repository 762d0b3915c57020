import type { FastifyInstance } from 'fastify'

/** What fills a scope, with a name: Fastify looks through all modules that were ever required for the name of one that says none. */
export function scopeNamed(name: string, fill: (scope: FastifyInstance) => Promise<void>): typeof fill {
  return Object.assign(fill, { [Symbol.for('fastify.display-name')]: name })
}
