import type { Store } from './store.ts'

/**
 * Keeps nothing: a notification is acknowledged only after its handler has run, and a handler that fails is
 * answered with 500, so that whoever retries is the service. Turns and sessions live in this process.
 *
 * @example
 * await app.register(merchantWebhooks, { verify, store: memoryStore(), payment })
 */
export function memoryStore(): Store {
  return Object.freeze({ name: 'memory', durability: 'none' })
}
