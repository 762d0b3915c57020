import type { ApplicationProcess } from './application-process.ts'
import { until } from './until.ts'

/**
 * Waits until the inbox holds nothing that waits or runs.
 *
 * @returns whether it got there; false when the application ended before
 * @throws when it does not get there in time
 */
export async function drain(application: ApplicationProcess, ms = 45_000): Promise<boolean> {
  let open = ''
  try {
    await until('the inbox was to become empty', ms, async () => {
      const { waiting, running } = await application.ask('count')
      open = `${waiting} wait, ${running} run`
      return waiting + running === 0
    })
    return true
  } catch (error) {
    if (application.isOver) return false
    throw new Error(`${error instanceof Error ? error.message : error}: ${open}`)
  }
}
