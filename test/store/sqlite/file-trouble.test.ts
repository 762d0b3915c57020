import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startThread } from '../../../src/store/sqlite/main/thread.ts'
import { commitNothing, DatabaseSync, openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { inboxWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { done, entryOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { acceptTask, doneTask } from './accept-task.ts'
import { fileOfTest, openStore } from './opened.ts'
import { startHere } from './threads-here.ts'

const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }
const payloads = [new Uint8Array(1)]

describe('files in trouble', () => {
  it('that someone else locks are refused until they are free', async () => {
    const file = fileOfTest()
    const opened = await openStore(file)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(opened.inbox.accept(entryOf(), false)).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('locked'),
    })
    expect(opened.health()).toMatchObject({
      ok: false,
      why: expect.stringMatching(/^database is locked: another program holds the file/),
    })
    // Claims and questions need no lock, and turns have a file of their own.
    expect(await opened.inbox.claim(1)).toEqual([])
    expect(await opened.turns.sweep(0, 1)).toBe(0)
    expect(opened.health().ok).toBe(false)
    other.exec('ROLLBACK')
    other.close()
    await expect(opened.inbox.accept(entryOf(), false)).resolves.toEqual({ status: 'accepted' })
    expect(opened.health().ok).toBe(true)
  })

  it.each([
    ['worker threads', startThread],
    ['this thread', startHere],
  ])(
    'that were in trouble are well again without a push: a load balancer sends none before, in %s',
    async (_where, start) => {
      const file = fileOfTest()
      const opened = await openStore(file, start, { timeout: 500 })
      const refuseOne = async () => {
        await expect(opened.inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
        expect(opened.health().ok).toBe(false)
      }
      const wellAgain = () => eventually('health', () => opened.health().ok)

      const other = new DatabaseSync(file)
      other.exec('BEGIN IMMEDIATE')
      await refuseOne()
      other.exec('ROLLBACK')
      other.close()
      await wellAgain()

      renameSync(file, `${file}-moved`)
      await refuseOne()
      await expect(opened.inbox.count({ registration: 'default' })).rejects.toMatchObject(unavailable)
      renameSync(`${file}-moved`, file)
      await wellAgain()
    },
  )

  it('are tried by a commit that goes to the disk, changes nothing, and waits for no lock of another', () => {
    const file = fileOfTest()
    const connection = openToWrite(file, { synchronous: 'FULL', busyTimeout: 60_000 })
    onTestFinished(() => connection.close())
    connection.exec('CREATE TABLE some (id); PRAGMA user_version = 7')
    const settings = () => ['user_version', 'busy_timeout'].map((name) => connection.prepare(`PRAGMA ${name}`).get())
    const before = settings()
    const log = () => statSync(`${file}-wal`).size
    const length = log()
    commitNothing(connection)
    expect(log()).toBeGreaterThan(length)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(() => commitNothing(connection)).toThrow('database is locked')
    other.close()
    expect(settings()).toEqual(before)
  })

  it.each(['', '-wal'])(
    'that are deleted acknowledge nothing any more, and lose nothing (merchant.db%s)',
    async (suffix) => {
      const file = fileOfTest()
      const opened = await openStore(file)
      const entry = entryOf()
      await opened.inbox.accept(entry, false)
      renameSync(file + suffix, `${file}-moved`)
      for (let copy = 0; copy < 3; copy++) {
        await expect(opened.inbox.accept(entryOf(), false)).rejects.toMatchObject({
          ...unavailable,
          message: expect.stringContaining('was deleted or replaced while it was in use'),
        })
      }
      expect(opened.health()).toMatchObject({ ok: false, why: expect.stringContaining('deleted or replaced') })
      renameSync(`${file}-moved`, file + suffix)
      await expect(opened.inbox.accept(entryOf(), false)).resolves.toEqual({ status: 'accepted' })
      await opened.close()
      const again = await openStore(file)
      expect(await again.inbox.accept(entry, false)).toMatchObject({ status: 'repeated', state: 'waiting' })
      expect(await again.inbox.count({ registration: 'default' })).toMatchObject({ waiting: 2 })
    },
  )

  it.each([
    ['the file', [''], 0],
    ['its log', ['-wal'], 1],
    ['both', ['', '-wal'], 0],
  ])('of which %s is gone are whole again after a restart', async (_name, suffixes, kept) => {
    const file = fileOfTest()
    const opened = await openStore(file)
    await opened.inbox.accept(entryOf(), false)
    for (const suffix of suffixes) rmSync(file + suffix)
    await expect(opened.inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
    await opened.close()
    const again = await openStore(file)
    expect(await again.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
    expect((await again.inbox.count({ registration: 'default' })).waiting).toBe(kept + 1)
    await again.close()
    const once = await openStore(file)
    expect((await once.inbox.count({ registration: 'default' })).waiting).toBe(kept + 1)
    const looked = new DatabaseSync(file, { readOnly: true })
    expect(looked.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    looked.close()
  })

  it('that are no database are refused, and used once they are', () => {
    const file = fileOfTest()
    writeFileSync(file, 'a text of some length, in the place of a database. '.repeat(50))
    const writer = inboxWriter(file, [])
    onTestFinished(() => writer.close())
    const refused = {
      answers: [{ failed: expect.stringMatching(/^file is not a database: something else/) }],
      commits: 0,
    }
    expect(writer.execute({ tasks: [acceptTask('one')], payloads })).toEqual(refused)
    expect(writer.lookAround()).toBe(false)
    expect(writer.takeNews()).toBe(false)
    writer.checkpoint()
    rmSync(file)
    expect(writer.execute({ tasks: [acceptTask('one')], payloads })).toEqual({ answers: [-1], commits: 1 })
  })

  it('that cannot be moved on are let be: the next checkpoint will', () => {
    const writer = inboxWriter(fileOfTest(), [])
    writer.open().connection.close()
    expect(() => writer.checkpoint()).not.toThrow()
  })

  it('that are gone refuse each group until they are back', () => {
    const file = fileOfTest()
    const writer = inboxWriter(file, [])
    onTestFinished(() => writer.close())
    expect(writer.execute({ tasks: [acceptTask('one')], payloads }).answers).toEqual([-1])
    renameSync(file, `${file}-moved`)
    const { answers } = writer.execute({ tasks: [acceptTask('two')], payloads })
    expect(answers).toEqual([{ failed: expect.stringContaining('deleted or replaced') }])
    renameSync(`${file}-moved`, file)
    expect(writer.execute({ tasks: [acceptTask('two')], payloads }).answers).toEqual([-2])
  })

  it('that were replaced are not opened again, whatever else had failed', () => {
    const file = fileOfTest()
    const writer = inboxWriter(file, [])
    onTestFinished(() => writer.close())
    writer.open()
    writer.close()
    rmSync(file)
    const { answers } = writer.execute({ tasks: [acceptTask('one')], payloads })
    expect(answers).toEqual([{ failed: expect.stringContaining('deleted or replaced') }])
  })

  it('opened again hold the claims that were held', () => {
    const file = fileOfTest()
    const writer = inboxWriter(file, [])
    onTestFinished(() => writer.close())
    expect(writer.execute({ tasks: [acceptTask('one', 7)], payloads }).answers).toEqual([1])
    writer.close()
    expect(writer.execute({ tasks: [['claim', ['default', 8, 5]]], payloads: [] }).answers).toEqual([[]])
    expect(writer.execute({ tasks: [doneTask(1, 7)], payloads: [] }).answers).toEqual([true])
  })
})

describe('a claim', () => {
  it('is not ended by what is no fence of it', async () => {
    const { inbox } = await openStore(fileOfTest())
    const acceptance = await inbox.accept(entryOf(), true)
    if (acceptance.status !== 'accepted' || acceptance.claim === undefined) throw new Error('it is the head')
    const strange = { ...acceptance.claim, fence: 'of another store' }
    expect(await inbox.settle(strange, done())).toBe(false)
    expect(await inbox.rewrite(strange, new Uint8Array(1))).toBe(false)
    expect(await inbox.settle(acceptance.claim, done())).toBe(true)
  })
})

describe('a group with a row that cannot be kept', () => {
  it('costs that row alone, with all that it had changed', () => {
    const writer = inboxWriter(fileOfTest(), [])
    onTestFinished(() => writer.close())
    const tasks = [acceptTask('one', 1), acceptTask('two', 2, Number.NaN), acceptTask('two', 3), acceptTask('one', 4)]
    const { answers, commits } = writer.execute({ tasks, payloads: tasks.map(() => new Uint8Array(1)) })
    expect(answers).toEqual([
      1,
      { failed: expect.stringContaining('received_at') },
      2,
      { repeated: 'one', state: 'running' },
    ])
    expect(commits).toBe(1)
    expect(writer.execute({ tasks: [doneTask(2, 2), doneTask(2, 3)], payloads: [] }).answers).toEqual([false, true])
  })

  it('takes no claim away that was made before', () => {
    const writer = inboxWriter(fileOfTest(), [])
    onTestFinished(() => writer.close())
    writer.execute({ tasks: [acceptTask('one')], payloads })
    expect(writer.execute({ tasks: [['claim', ['default', 8, 5]]], payloads: [] }).answers).toMatchObject([
      [{ seq: 1 }],
    ])
    expect(writer.execute({ tasks: [acceptTask('two', null, Number.NaN)], payloads }).answers).toMatchObject([
      { failed: expect.any(String) },
    ])
    expect(writer.execute({ tasks: [doneTask(1, 8)], payloads: [] }).answers).toEqual([true])
  })

  it('settles what stands in it anyway', () => {
    const writer = inboxWriter(fileOfTest(), [])
    onTestFinished(() => writer.close())
    writer.execute({ tasks: [acceptTask('one', 7)], payloads })
    const tasks = [doneTask(1, 7), acceptTask('two', null, Number.NaN), doneTask(1, 7)]
    const { answers } = writer.execute({ tasks, payloads: [] })
    expect(answers).toEqual([true, { failed: expect.any(String) }, false])
  })

  it('fails as a whole when the file fails meanwhile', () => {
    const writer = inboxWriter(fileOfTest(), [])
    onTestFinished(() => writer.close())
    const { connection } = writer.open()
    const { page_count: pages } = connection.prepare('PRAGMA page_count').get() ?? {}
    connection.exec(`PRAGMA max_page_count = ${Number(pages)}`)
    const tasks = [acceptTask('one', null, Number.NaN), acceptTask('two'), acceptTask('three')]
    const large = [new Uint8Array(1), new Uint8Array(1), new Uint8Array(100_000)]
    const { answers, commits } = writer.execute({ tasks, payloads: large })
    expect(answers).toEqual(tasks.map(() => ({ failed: 'database or disk is full' })))
    expect(commits).toBe(0)
    connection.exec('PRAGMA max_page_count = 1000000')
    expect(writer.execute({ tasks: [acceptTask('two')], payloads }).answers).toEqual([-1])
  })
})
