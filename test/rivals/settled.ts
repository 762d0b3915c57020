import { setImmediate } from 'node:timers/promises'

/** Everything that needs nothing but promises has happened. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round++) await setImmediate()
}
