import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { CannotRun } from '../../faults/harness/cannot-run.ts'
import { SmallDisk } from '../../faults/outage-kinds.ts'

// Bytes.
const page = 4_096

/** Undefined where nothing may be mounted. */
function smallDisk(): Promise<SmallDisk | undefined> {
  return SmallDisk.mount(1).catch((error: unknown) => {
    if (error instanceof CannotRun) return undefined
    throw error
  })
}

it('a first start on a full disk names the disk, however little room there is, and works once there is some', async ({
  skip,
}) => {
  const disk = await smallDisk()
  if (disk === undefined) return skip('nothing may be mounted here')
  onTestFinished(() => disk.unmount())
  const file = join(disk.folder, 'merchant.db')
  for (const free of [0, 1, 2, 4, 8]) {
    await disk.fill(free * page)
    const opened = sqliteStore(file, { lockWait: 50 }).open({ registration: 'default', log: silentLog })
    await expect(opened.ready, `${free} pages free`).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringMatching(/its disk has \d+ bytes left/),
    })
    expect(opened.health().why).toContain('its disk has')
    await opened.close()
    for (const name of readdirSync(disk.folder)) if (name !== 'ballast') rmSync(join(disk.folder, name))
  }
  rmSync(disk.ballast)
  const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
  await opened.ready
  expect(opened.health().ok).toBe(true)
  await opened.close()
})
