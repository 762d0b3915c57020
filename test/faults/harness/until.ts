import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again and again until it is so.
 *
 * @throws when it is not so in time
 */
export async function until(what: string, ms: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not in ${ms} ms`)
    await sleep(20)
  }
}
