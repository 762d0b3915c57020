import { setTimeout as sleep } from 'node:timers/promises'
import { notificationKinds } from '../../pushes/kinds.ts'
import type { RunningService } from './with-service.ts'

/** The registration of a module's application; undefined where there is none in this process. */
export function merchantOf({ app }: RunningService, registration: string | undefined) {
  return registration === undefined ? app?.merchant : app?.merchant.get(registration)
}

/**
 * Waits until the application of a module has tried each notification that it keeps: it works on them after its answer,
 * and would be ended before. For 5 seconds at most: what a handler can't do now it is asked again when it runs.
 */
export async function notificationsTried(service: RunningService, registration: string | undefined): Promise<void> {
  await service.sim.settled()
  const merchant = merchantOf(service, registration)
  if (merchant === undefined) return
  for (let waited = 0; waited < longest; waited += pause) {
    const { entries } = await merchant.inbox.list({ kinds: notificationKinds, states: ['waiting', 'running'] })
    if (entries.every(({ state, attempts }) => state === 'waiting' && attempts.length > 0)) return
    await sleep(pause)
  }
}

// ms
const longest = 5_000
const pause = 20
