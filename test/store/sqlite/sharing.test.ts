import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { fileOfTest, openStore } from './opened.ts'

describe('one file in one process', () => {
  it('is worked on once, however many stores name it', async () => {
    const file = fileOfTest()
    const link = `${file}-link`
    const one = await openStore(file)
    await one.inbox.accept(entryOf(), false)
    symlinkSync(file, link)
    const other = await openStore(link)
    expect((await other.inbox.claim(5)).length).toBe(1)
    expect(await one.inbox.claim(5)).toEqual([])
    await one.close()
    expect(await other.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  })

  it('is free again when the last has closed it', async () => {
    const file = fileOfTest()
    const first = await openStore(file)
    await first.inbox.accept(entryOf(), false)
    const closing = first.close()
    const second = await openStore(file)
    await closing
    expect((await second.inbox.claim(5)).length).toBe(1)
  })

  it('has one set of options', async () => {
    const file = fileOfTest()
    await openStore(file)
    const other = sqliteStore(file, { timeout: 1_000 })
    expect(() => other.open({ registration: 'default', log: silentLog })).toThrow(
      expect.objectContaining({ code: 'FMW_STORE_ARGUMENT' }),
    )
  })
})
