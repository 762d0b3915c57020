import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { startThread } from '../../../src/store/sqlite/main/thread.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { fileOfTest, openStore, silence } from './opened.ts'
import { startHere } from './threads-here.ts'

describe.each([
  ['worker threads', startThread],
  ['this thread', startHere],
])('a file that is not of this version, in %s', (_where, start) => {
  it.each(['', '-turns'])('is not opened when a newer one has written it (merchant.db%s)', async (suffix) => {
    const file = fileOfTest()
    await (await openStore(file, start)).close()
    const connection = new DatabaseSync(file + suffix)
    connection.exec('PRAGMA user_version = 1000')
    connection.close()
    const opened = storeOn(start, file, {}).open({ registration: 'default', log: silence })
    await expect(opened.ready).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
    expect(opened.health()).toMatchObject({ ok: false, why: expect.stringContaining('newer version') })
    await expect(opened.inbox.claim(1)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await opened.close()
  })

  it('is not opened when another application has made it', async () => {
    const file = fileOfTest()
    const connection = new DatabaseSync(file)
    connection.exec('CREATE TABLE orders (id)')
    connection.close()
    const opened = storeOn(start, file, {}).open({ registration: 'default', log: silence })
    await expect(opened.ready).rejects.toThrow(/another application/)
    await opened.close()
    await expect(sqliteStore(file).look?.()).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
  })
})

describe('a file that is no database', () => {
  it('is told of at once', async () => {
    const file = fileOfTest()
    writeFileSync(file, 'a text of some length, in the place of a database. '.repeat(50))
    const opened = sqliteStore(file).open({ registration: 'default', log: silence })
    await expect(opened.ready).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('not a database'),
    })
    await opened.close()
  })
})

describe('a directory that is not there', () => {
  it('is told of at once', async () => {
    const opened = sqliteStore(`${fileOfTest()}/nowhere/merchant.db`).open({ registration: 'default', log: silence })
    await expect(opened.ready).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await opened.close()
  })
})
