import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { type StartThread, startThread } from '../../../src/store/sqlite/main/thread.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { fileOfTest, openStore } from './opened.ts'
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
    const opened = storeOn(start, file, {}).open({ registration: 'default', log: silentLog })
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
    const opened = storeOn(start, file, {}).open({ registration: 'default', log: silentLog })
    await expect(opened.ready).rejects.toThrow(/another application/)
    await opened.close()
    await expect(sqliteStore(file).look?.()).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
  })
})

describe('a file that is no database', () => {
  it('is told of at once', async () => {
    const file = fileOfTest()
    writeFileSync(file, 'a text of some length, in the place of a database. '.repeat(50))
    const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
    await expect(opened.ready).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('not a database'),
    })
    await opened.close()
  })
})

describe('a path at which no store can be', () => {
  it('in a folder that is not there is told of at once, with what to do', async () => {
    const folder = `${fileOfTest()}/nowhere`
    const opened = sqliteStore(`${folder}/merchant.db`).open({ registration: 'default', log: silentLog })
    await expect(opened.ready).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining(`there is no folder ${folder}: make it`),
    })
    await opened.close()
  })

  it('that is a folder is told of at once, with what to do', async () => {
    const folder = fileOfTest()
    mkdirSync(folder)
    const opened = sqliteStore(folder).open({ registration: 'default', log: silentLog })
    await expect(opened.ready).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining(
        `it is a folder: give the path of a file in it, such as "${folder}/merchant.db"`,
      ),
    })
    await opened.close()
    expect(existsSync(`${folder}-lock`)).toBe(false)
  })
})

describe('a database of another program', () => {
  /** A file as that program has made it, and its bytes. */
  function foreign(sql: string): { readonly file: string; readonly bytes: Buffer } {
    const file = fileOfTest()
    const connection = new DatabaseSync(file)
    connection.exec(sql)
    connection.close()
    return { file, bytes: readFileSync(file) }
  }

  it.each([
    ['that counts its versions as we do', 'CREATE TABLE orders (id); PRAGMA user_version = 5'],
    ['with a table that we have too', 'CREATE TABLE entries (id); PRAGMA user_version = 1'],
    ['of a version that we do not have', 'CREATE TABLE orders (id); PRAGMA user_version = 1000'],
    ['without a version', 'CREATE TABLE orders (id)'],
    ['that is only marked', 'PRAGMA application_id = 1234'],
  ])('%s stays as it is, byte for byte', async (_which, sql) => {
    const { file, bytes } = foreign(sql)
    const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
    await expect(opened.ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining('another application has made it'),
    })
    await opened.close()
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(readdirSync(dirname(file)).filter((name) => !name.endsWith('-lock'))).toEqual([basename(file)])
  })

  it('and the file of the sessions is no file of the inbox', async () => {
    const file = fileOfTest()
    await (await openStore(file)).close()
    const wrong = sqliteStore(`${file}-turns`).open({ registration: 'default', log: silentLog })
    await expect(wrong.ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining('the file of the sessions, which ends in -turns'),
    })
    await wrong.close()
    await (await openStore(file)).close()
  })
})

describe('a file with a second name', () => {
  it.each(['', '-turns'])(
    'is refused, because a second process could work on it by that (merchant.db%s)',
    async (suffix) => {
      const file = fileOfTest()
      await (await openStore(file)).close()
      linkSync(file + suffix, `${file}-other`)
      const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
      await expect(opened.ready).rejects.toMatchObject({
        code: 'FMW_STORE_SCHEMA',
        message: expect.stringContaining('a second name (a hard link)'),
      })
      await opened.close()
      rmSync(`${file}-other`)
      await (await openStore(file)).close()
    },
  )
})

describe('a thread that never comes', () => {
  it('keeps no application from closing', async () => {
    const hangs: StartThread = (_role, { ended }) => ({
      post: () => undefined,
      hold: () => undefined,
      release: () => undefined,
      end: () => ended('it was ended'),
    })
    const opened = storeOn(hangs, fileOfTest(), { timeout: 50 }).open({ registration: 'default', log: silentLog })
    await opened.close()
    expect(opened.health()).toMatchObject({ ok: false, why: 'it is closed' })
  })
})
