import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inboxWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { CannotRun } from '../../faults/harness/cannot-run.ts'
import { SmallDisk } from '../../faults/outage-kinds.ts'
import { acceptTask } from './accept-task.ts'
import { fileOfTest, openStore } from './opened.ts'

describe('a full disk', () => {
  it('fails all that is asked meanwhile, keeps what was kept, and is over when there is room', () => {
    const writer = inboxWriter(fileOfTest(), [])
    onTestFinished(() => writer.close())
    const { connection } = writer.open()
    const accept = (id: string, size = 1) =>
      writer.execute({ tasks: [acceptTask(id)], payloads: [new Uint8Array(size)] })
    expect(accept('before')).toEqual({ answers: [-1], commits: 1 })
    // As full as a disk gets: SQLite may take no page more.
    const { page_count: pages } = connection.prepare('PRAGMA page_count').get() ?? {}
    connection.exec(`PRAGMA max_page_count = ${Number(pages)}`)
    for (const id of ['one', 'two']) {
      expect(accept(id, 100_000)).toEqual({ answers: [{ failed: 'database or disk is full' }], commits: 0 })
    }
    connection.exec('PRAGMA max_page_count = 1000000')
    expect(accept('one', 100_000)).toEqual({ answers: [-2], commits: 1 })
    expect(accept('before')).toEqual({ answers: [{ repeated: 'before', state: 'waiting' }], commits: 1 })
  })

  it('is told by the health until there is room, though what is small is kept meanwhile', async ({ skip }) => {
    const disk = await SmallDisk.mount(8).catch((error: unknown) => {
      if (!(error instanceof CannotRun)) throw error
      return skip(error.message)
    })
    onTestFinished(() => disk.unmount())
    const { inbox, health } = await openStore(join(disk.folder, 'merchant.db'))
    const accept = (id: string, length: number) =>
      inbox.accept(entryOf({ id, identity: id, payload: new Uint8Array(length) }), true)
    // Its log has pages then that are written again.
    for (let at = 0; at < 20; at += 1) await accept(`before-${at}`, 40_000)
    await disk.fill()
    await expect(accept('large', 2_000_000)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    const { status } = await accept('before-1', 40_000)
    expect(status).toBe('repeated')
    expect(health()).toMatchObject({ ok: false, why: expect.stringMatching(/bytes left/) })
    await rm(disk.ballast)
    expect(health()).toMatchObject({ ok: true })
    await accept('large', 2_000_000)
  })

  it('is over by itself when there is room, without a push: a load balancer sends none before', async ({ skip }) => {
    const disk = await SmallDisk.mount(8).catch((error: unknown) => {
      if (!(error instanceof CannotRun)) throw error
      return skip(error.message)
    })
    onTestFinished(() => disk.unmount())
    const { inbox, health } = await openStore(join(disk.folder, 'merchant.db'))
    await disk.fill()
    for (let at = 0; health().ok && at < 100; at += 1) {
      await Promise.resolve(inbox.accept(entryOf({ payload: new Uint8Array(40_000) }), true)).catch(() => undefined)
    }
    expect(health()).toMatchObject({ ok: false, why: expect.stringContaining('full') })
    await rm(disk.ballast)
    await eventually('health', () => health().ok)
  })
})
