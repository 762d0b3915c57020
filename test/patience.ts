import { vi } from 'vitest'

/**
 * `vi.waitFor` and `vi.waitUntil` give up after one second, which a busy machine may need for one sync. Nothing is judged by how long it took,
 * so each test waits as long as its own limit allows.
 */
const { waitFor, waitUntil } = vi
const waitPatiently: typeof waitFor = (look, limit) =>
  waitFor(look, { timeout: 20_000, ...(typeof limit === 'number' ? { timeout: limit } : limit) })
const waitUntilPatiently: typeof waitUntil = (look, limit) =>
  waitUntil(look, { timeout: 20_000, ...(typeof limit === 'number' ? { timeout: limit } : limit) })

// Without isolation a worker reads this once for each file.
if (waitFor.name !== waitPatiently.name) {
  vi.waitFor = waitPatiently
  vi.waitUntil = waitUntilPatiently
}
