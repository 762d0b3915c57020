import { executionAsyncResource } from 'node:async_hooks'

/** On `process`: out of a variable that nobody reads the bundler takes what it keeps. */
const place = Symbol.for('fastify-merchant-webhooks.tick')

/**
 * Keeps one of the objects that `process.nextTick` makes, so that V8 keeps the shape that all of them have. They have names
 * that are computed. Where a full garbage collection finds none of them and `nextTick` isn't optimized yet, as in a server
 * that starts and waits for its first request, V8 forgets the shape, and makes each of them the slow way until the process
 * ends: a request has ten.
 */
export function keepTick(): void {
  process.nextTick(() => {
    Reflect.set(process, place, executionAsyncResource())
  })
}
