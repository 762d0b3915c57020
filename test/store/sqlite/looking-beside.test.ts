import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { dead, entryOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { workOne } from '../../../src/testing/store-suite/working.ts'
import { fileOfTest, openStore } from './opened.ts'

async function lookAt(file: string) {
  const look = await sqliteStore(file).look?.()
  if (look === undefined) throw new Error('SQLite can be looked at')
  return look
}

const query = { registration: 'default', limit: 10 }

describe('looking at the files', () => {
  it.each(['', '-turns'])('says which is not there (merchant.db%s)', async (suffix) => {
    const file = fileOfTest()
    await (await openStore(file)).close()
    rmSync(file + suffix)
    await expect(lookAt(file)).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining(file + suffix),
    })
  })

  it('needs no application, and what is asked is done at its next start', async () => {
    const file = fileOfTest()
    const before = await openStore(file)
    const entries = [entryOf(), entryOf(), entryOf()]
    for (const entry of entries) await workOne(before.inbox, entry, dead())
    await before.close()
    const look = await lookAt(file)
    expect(await look.inbox.redrive({ registration: 'default' }, 2)).toBe(2)
    expect(await look.inbox.redrive({ registration: 'default' }, 2)).toBe(1)
    expect(await look.inbox.redrive({ registration: 'default' }, 2)).toBe(0)
    expect(await look.inbox.redrive({ registration: 'tickets' }, 2)).toBe(0)
    expect((await look.inbox.count({ registration: 'default' })).dead).toBe(3)
    await look.close()
    const { inbox } = await openStore(file)
    await eventually('three that wait', async () => (await inbox.count({ registration: 'default' })).waiting === 3)
    expect((await inbox.claim(5)).map(({ entry }) => [entry.id, entry.replay])).toEqual(
      entries.map(({ id }) => [id, true]),
    )
  })

  it('is asked for a replay once, however many ask at the same moment', async () => {
    const file = fileOfTest()
    const before = await openStore(file)
    const entry = entryOf()
    await workOne(before.inbox, entry, dead())
    await before.close()
    const looks = await Promise.all([lookAt(file), lookAt(file)])
    const [trail] = looks.map((look) => new Trail(look.trail, 'default'))
    if (trail === undefined) throw new Error('SQLite keeps a trail')
    const [first, second] = looks.map((look) => new Inbox({ look: look.inbox, trail, registration: 'default' }))
    const seen = await first?.get(entry.id)
    await first?.replay(entry.id, { by: 'Ama', seen })
    const isAsked = {
      code: 'FMW_ENTRY_OPEN',
      message: expect.stringMatching(
        /is asked for already, and dead until the application runs and takes it up; Ama did 'replay' at .*: nothing needs to be done$/,
      ),
    }
    await expect(second?.replay(entry.id, { by: 'Kofi', seen })).rejects.toMatchObject(isAsked)
    await expect(second?.replay(entry.id, { by: 'Kofi' })).rejects.toMatchObject(isAsked)
    expect((await trail.list()).lines.slice(2).map(({ act, by }) => [act, by])).toEqual([
      ['refused', 'Kofi'],
      ['replay', 'Kofi'],
      ['replay', 'Ama'],
    ])
    for (const look of looks) await look.close()
  })

  it('counts what is not done; what runs only the application knows, and it waits here', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file)
    await workOne(inbox, entryOf(), dead())
    await inbox.accept(entryOf({ receivedAt: 5 }), false)
    await inbox.claim(1)
    const look = await lookAt(file)
    expect(await look.inbox.backlog('default')).toEqual([
      { kind: 'checkout', waiting: 1, running: 0, dead: 1, rejected: 0, oldestWaiting: 5 },
    ])
    await look.close()
  })

  it('shows nobody who is not there, and asks for nothing that waits', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file)
    const entry = entryOf()
    await inbox.accept(entry, false)
    const look = await lookAt(file)
    expect(await look.inbox.get('default', 'nobody')).toBeUndefined()
    expect(await look.inbox.replay('default', entry.id)).toBe(false)
    await look.close()
  })

  it('refuses what is no page', async () => {
    const file = fileOfTest()
    await openStore(file)
    const look = await lookAt(file)
    for (const page of [{ limit: 0 }, { limit: 1_001 }, { limit: 1, cursor: 'x' }]) {
      const refused = { code: 'FMW_STORE_ARGUMENT' }
      await expect(look.inbox.list({ ...query, ...page })).rejects.toMatchObject(refused)
      await expect(look.sessions.list({ ...query, ...page })).rejects.toMatchObject(refused)
    }
    await look.close()
  })

  it('says so when a newer version has written them meanwhile', async () => {
    const file = fileOfTest()
    await (await openStore(file)).close()
    const connection = new DatabaseSync(file)
    connection.exec('PRAGMA user_version = 1000')
    connection.close()
    await expect(lookAt(file)).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
  })

  it('says so when the application holds the file for longer than it waits', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file)
    const entry = entryOf()
    await workOne(inbox, entry, dead())
    const look = await sqliteStore(file, { timeout: 30 }).look?.()
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(look?.inbox.replay('default', entry.id)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    other.exec('ROLLBACK')
    other.close()
    expect(await look?.inbox.replay('default', entry.id)).toBe(true)
    await look?.close()
  })

  it('goes on when the files are made again', async () => {
    const file = fileOfTest()
    const before = await openStore(file)
    await before.inbox.accept(entryOf(), false)
    const look = await lookAt(file)
    expect((await look.inbox.list(query)).entries.length).toBe(1)
    await before.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    await openStore(file)
    expect((await look.inbox.list(query)).entries).toEqual([])
    await look.close()
  })
})
