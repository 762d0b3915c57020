import { AssertionError } from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks until there is an answer, and fails when there is none in time: nothing is taken to happen after a certain span.
 *
 * @param what names what is waited for
 * @param ask resolves with undefined as long as it is not there
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  within: number = patience,
): Promise<T> {
  const until = Date.now() + within
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > until) throw new AssertionError({ message: `${what}: not within ${within} ms` })
    await delay(pause)
  }
}

// Long enough for a busy machine, ms.
const patience = 10_000
const pause = 5
