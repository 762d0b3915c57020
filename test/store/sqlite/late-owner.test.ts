import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { eventually } from '../../inbox/deliveries/workshop.ts'

/** Another process that has the files open until it is killed. */
async function ownerOf(folder: string, file: string): Promise<ChildProcess> {
  const script = join(folder, 'owner.mts')
  const log = new URL('../../../src/log.ts', import.meta.url).href
  const store = new URL('../../../src/store/sqlite/index.ts', import.meta.url).href
  writeFileSync(
    script,
    `import { silentLog } from '${log}'
import { sqliteStore } from '${store}'
const opened = sqliteStore(${JSON.stringify(file)}).open({ registration: 'default', log: silentLog })
await opened.ready
process.send?.('ready')
setInterval(() => {}, 1_000)`,
  )
  const child = fork(script)
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

it('files that another process kept for longer than lockWait are taken when it leaves after all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-late-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'merchant.db')
  const owner = await ownerOf(folder, file)
  const opened = sqliteStore(file, { lockWait: 50 }).open({ registration: 'default', log: silentLog })
  await expect(opened.ready).rejects.toMatchObject({ code: 'FMW_STORE_OWNED' })
  expect(opened.health()).toMatchObject({ ok: false, why: expect.stringContaining(`pid ${owner.pid}`) })
  await expect(opened.inbox.count({ registration: 'default' })).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  owner.kill('SIGKILL')
  await eventually(() => opened.health().ok)
  expect(await opened.inbox.count({ registration: 'default' })).toMatchObject({ waiting: 0 })
  await opened.close()
})
