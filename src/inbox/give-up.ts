import type { Clock } from '../clock.ts'
import type { DeadNotification, Delivery } from './delivery.ts'

/**
 * Tells the merchant of a notification that is dead, before the store knows: so it is told at least once. It may take
 * as long as an attempt.
 *
 * @throws what `onDead` throws
 */
export async function giveUp(delivery: Delivery, dead: DeadNotification, clock: Clock): Promise<void> {
  const late = Promise.withResolvers<void>()
  const cancel = clock.after(delivery.attemptTimeout, () => {
    late.reject(new Error(`onDead took longer than ${delivery.attemptTimeout} ms`))
  })
  try {
    await Promise.race([delivery.giveUp(dead), late.promise])
  } finally {
    cancel()
  }
}
