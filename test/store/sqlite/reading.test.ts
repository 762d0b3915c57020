import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EntryReader } from '../../../src/store/sqlite/look/entry-reader.ts'
import { FileLock } from '../../../src/store/sqlite/main/file-lock.ts'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { Checkpoints } from '../../../src/store/sqlite/worker/checkpoints.ts'
import { FileReader, ReadFile } from '../../../src/store/sqlite/worker/file-reader.ts'
import { inboxWriter, turnsWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { acceptTask, doneTask, inLane } from './accept-task.ts'
import { fileOfTest, openStore } from './opened.ts'
import { startHere } from './threads-here.ts'

const noDatabase = 'a text of some length, in the place of a database. '.repeat(50)
const query = { registration: 'default', limit: 10 }

describe('the reading thread', () => {
  it('answers with a failure while it cannot read, and reads once it can', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file, startHere)
    expect((await inbox.list(query)).entries).toEqual([])
    const files = filesOf(file)
    const reader = new FileReader({ ...files, inbox: `${file}-other` })
    onTestFinished(() => reader.close())
    writeFileSync(`${file}-other`, noDatabase)
    for (let time = 0; time < 2; time += 1) {
      expect(() => reader.inbox('registrations', [])).toThrow(/not a database/)
    }
    rmSync(`${file}-other`)
    const writer = inboxWriter(`${file}-other`, [])
    onTestFinished(() => writer.close())
    writer.execute({ tasks: [acceptTask('one')], payloads: [new Uint8Array(1)] })
    expect(reader.inbox('registrations', [])).toEqual(['default'])
  })

  it('opens the file again when it breaks under it', async () => {
    const file = fileOfTest()
    const writer = inboxWriter(file, [])
    onTestFinished(() => writer.close())
    writer.open()
    const reader = new ReadFile(file, (connection) => new EntryReader(connection))
    onTestFinished(() => reader.close())
    expect(reader.use((entries) => entries.registrations())).toEqual([])
    const broken = () => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    }
    expect(() => reader.use(broken)).toThrow('disk I/O error')
    expect(reader.use((entries) => entries.registrations())).toEqual([])
  })

  it('stays as it is when only the question was wrong', () => {
    const file = fileOfTest()
    const writer = inboxWriter(file, [])
    onTestFinished(() => writer.close())
    writer.open()
    const reader = new ReadFile(file, (connection) => new EntryReader(connection))
    onTestFinished(() => reader.close())
    const first = reader.use((entries) => entries)
    const wrong = () => {
      throw new RangeError('wrong')
    }
    expect(() => reader.use(wrong)).toThrow('wrong')
    expect(reader.use((entries) => entries)).toBe(first)
  })

  it('tells the one who asked that it failed', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file, startHere)
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix)
    writeFileSync(file, noDatabase)
    await expect(inbox.list(query)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  })
})

describe('files that are no databases', () => {
  it('are left to the writer by the checkpoints', () => {
    const files = filesOf(fileOfTest())
    for (const file of [files.inbox, `${files.inbox}-wal`]) writeFileSync(file, noDatabase)
    const checkpoints = new Checkpoints(files)
    expect(checkpoints.run()).toEqual([])
    checkpoints.close()
  })

  it('are no locks', async () => {
    const file = fileOfTest()
    writeFileSync(`${file}-lock`, noDatabase)
    await expect(new FileLock(file).take(0, () => undefined)).rejects.toThrow(/not a database/)
  })
})

describe('what runs', () => {
  it('is shown by get, list and count, each registration for itself', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file)
    const entry = entryOf()
    await inbox.accept(entry, true)
    await inbox.accept(entryOf(), false)
    expect((await inbox.get('default', entry.id))?.state).toBe('running')
    expect((await inbox.list({ ...query, states: ['running'] })).entries.map(({ id }) => id)).toEqual([entry.id])
    expect(await inbox.count({ registration: 'default', states: ['running', 'dead'] })).toMatchObject({
      running: 1,
      waiting: 0,
    })
    expect(await inbox.count({ registration: 'default', since: 1 })).toMatchObject({ running: 1, waiting: 1 })
    expect(await inbox.count({ registration: 'tickets' })).toMatchObject({ running: 0 })
  })
})

describe('workers that are told what is held', () => {
  it('know what was settled before, and count an attempt once', () => {
    const file = fileOfTest()
    const before = inboxWriter(file, [])
    before.execute({ tasks: [acceptTask('one', 5), acceptTask('two', 6)], payloads: [] })
    const failure = { number: 1, startedAt: 1, ms: 1, error: 'closed', replay: false }
    before.execute({ tasks: [doneTask(1, 5), ['settle', [2, 6, 'waiting', 60_000, failure, null]]], payloads: [] })
    before.close()
    // The answers were lost: to those who hold them they are still theirs.
    const after = inboxWriter(file, [
      [1, 5],
      [2, 6],
    ])
    onTestFinished(() => after.close())
    const tasks = [doneTask(1, 5), doneTask(1, 9), ['settle', [2, 6, 'waiting', 60_000, failure, null]]] as const
    expect(after.execute({ tasks, payloads: [] }).answers).toEqual([true, false, true])
    after.execute({ tasks: [['claim', ['default', 7, 5]]], payloads: [] })
    const { connection } = after.open()
    expect(connection.prepare('SELECT failures FROM open_entries').get()).toMatchObject({ failures: 1 })
  })

  it('give no lane to two at once, when an earlier entry of it was asked for again', () => {
    const file = fileOfTest()
    const before = inboxWriter(file, [])
    const [first, second] = [acceptTask('one', 5), acceptTask('two', 6)]
    before.execute({ tasks: [inLane(first), inLane(second), doneTask(1, 5)], payloads: [] })
    before.execute({ tasks: [['claim', ['default', 7, 5]]], payloads: [] })
    before.execute({ tasks: [['replay', [[1], ['done']]]], payloads: [] })
    before.close()
    const after = inboxWriter(file, [[2, 7]])
    onTestFinished(() => after.close())
    const claim = { tasks: [['claim', ['default', 8, 5]]], payloads: [] } as const
    expect(after.execute(claim).answers).toEqual([[]])
    after.execute({ tasks: [doneTask(2, 7)], payloads: [] })
    expect(after.execute(claim).answers).toMatchObject([[{ id: 'one', replay: true }]])
  })

  it('open the file of turns with those who work', () => {
    const file = filesOf(fileOfTest()).turns
    const writer = turnsWriter(file, [7])
    expect([...writer.open().dispatcher.holders]).toEqual([7])
    writer.close()
    expect([...writer.open().dispatcher.holders]).toEqual([7])
    expect(writer.lookAround()).toBe(false)
    expect(writer.takeNews()).toBe(false)
    writer.close()
  })
})
