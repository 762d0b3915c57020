import { AssertionError } from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks until it is so, and fails when it is not in time: nothing is taken to happen after a certain span.
 *
 * @param what names what is waited for
 */
export async function eventually(what: string, ask: () => Promise<boolean> | boolean, within?: number): Promise<void> {
  const ms = within ?? patience.getStore() ?? longEnough
  const until = Date.now() + ms
  while (!(await ask())) {
    if (Date.now() > until) throw new AssertionError({ message: `${what}: not within ${ms} ms` })
    await delay(pause)
  }
}

/** Runs what has a patience of its own, ms. */
export function withPatience<T>(ms: number | undefined, run: () => T): T {
  return patience.run(ms, run)
}

const patience = new AsyncLocalStorage<number | undefined>()
// For a busy machine, ms.
const longEnough = 10_000
const pause = 5
