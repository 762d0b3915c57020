import type { ApplicationProcess } from './application-process.ts'
import { until } from './until.ts'

/**
 * Waits until the inbox holds nothing that waits or runs, and nothing comes any more: requests that nobody waits for
 * may still be on their way into it.
 *
 * @returns whether it got there; false when the application ended before
 * @throws when it does not get there in time
 */
export async function drain(application: ApplicationProcess, ms = 120_000): Promise<boolean> {
  let seen = ''
  let seenAt = performance.now()
  try {
    await until('the inbox was to become empty', ms, async () => {
      const { waiting, running, done } = await application.ask('count')
      const health = await application.ask('health')
      const now = `${waiting} wait, ${running} run, ${done} are done, ${health.waiting} operations wait`
      if (now !== seen) seenAt = performance.now()
      seen = now
      return waiting + running + health.waiting === 0 && performance.now() - seenAt > quiet
    })
    return true
  } catch (error) {
    if (application.isOver) return false
    throw new Error(`${error instanceof Error ? error.message : error}: ${seen}`)
  }
}

// ms
const quiet = 200
