import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { FileLock, readOwner } from '../../../src/store/sqlite/main/file-lock.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { startChild } from './child-process.ts'
import { fileOfTest, openStore } from './opened.ts'

const ignore = (): void => undefined

describe('the lock of the files', () => {
  it('is freed by a kill of its process, and nothing that was kept is lost', async () => {
    const file = fileOfTest()
    const child = await startChild(file)
    const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
    let isReady = false
    opened.ready.then(() => {
      isReady = true
    }, ignore)
    await eventually('a wait for the other process', () => opened.health().why?.includes(String(child.pid)) ?? false)
    await expect(opened.inbox.accept(entryOf(), false)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await expect(opened.turns.sweep(0, 1)).rejects.toThrow(new RegExp(`pid ${child.pid}`))
    expect(isReady).toBe(false)
    await child.kill()
    await opened.ready
    // What the dead process had claimed is to be worked again, and has used up nothing.
    const [claim] = await opened.inbox.claim(5)
    expect(claim?.entry).toMatchObject({ id: `child-${child.pid}`, failures: 0, attempts: [] })
    expect(await readOwner(file)).toContain(`pid ${process.pid}`)
    await opened.close()
  })

  it('says who has it when that one does not let go in time', async () => {
    const file = fileOfTest()
    const child = await startChild(file)
    const opened = sqliteStore(file, { lockWait: 150 }).open({ registration: 'default', log: silentLog })
    await expect(opened.ready).rejects.toMatchObject({
      code: 'FMW_STORE_OWNED',
      message: expect.stringMatching(new RegExp(`pid ${child.pid}, since 2.*150 ms`)),
    })
    expect(opened.health().ok).toBe(false)
    await opened.close()
    await child.kill()
    await openStore(file)
  })

  it('is not waited for any more once the store is closed', async () => {
    const file = fileOfTest()
    const child = await startChild(file)
    const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
    await opened.close()
    await expect(opened.ready).rejects.toThrow(/closed/)
    await child.kill()
  })

  it('cannot be had twice in one process either', async () => {
    const file = fileOfTest()
    const [one, other] = [new FileLock(file), new FileLock(file)]
    await one.take(0, ignore)
    await expect(other.take(0, ignore)).rejects.toMatchObject({ code: 'FMW_STORE_OWNED' })
    await one.release()
    await other.take(0, ignore)
    await other.release()
    await other.release()
    expect(await readOwner(file)).toBeUndefined()
  })
})
