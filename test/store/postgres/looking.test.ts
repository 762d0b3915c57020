import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { attemptOf, done, entryOf, turnOf } from './samples.ts'

const url = await freshDatabase()

describe('a look beside the application', () => {
  it('sees entries, sessions and the names of registrations', async () => {
    const schema = 'seen'
    const { store, inbox, turns } = await opened(url, { schema })
    const tickets = store.open({ registration: 'tickets', log: silentLog })
    onTestFinished(() => tickets.close())
    await tickets.ready
    await tickets.turns.open(turnOf('seen'))
    const entry = entryOf()
    await inbox.accept(entry, false)
    await turns.open(turnOf('other'))
    const look = await postgresStore(url, { schema }).look()
    expect(await look.registrations()).toEqual(['default', 'tickets'])
    expect((await look.inbox.list({ registration: 'default', limit: 5 })).entries).toMatchObject([{ id: entry.id }])
    expect((await look.sessions.list({ registration: 'tickets', limit: 5 })).sessions).toMatchObject([
      { sessionId: 'seen' },
    ])
    // It is nobody that could hold anything.
    expect((await sql(url, `SELECT count(*)::int AS n FROM ${schema}.instances`)).rows).toEqual([{ n: 2 }])
    await look.close()
    await expect(look.registrations()).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  })

  it('wakes the application when it asks for an entry again', async () => {
    const schema = 'woken'
    const { inbox } = await opened(url, { schema })
    await inbox.accept(entryOf(), false)
    const [claim] = await inbox.claim(1)
    if (claim === undefined) throw new Error('not claimed')
    await inbox.settle(claim, { state: 'dead', attempt: attemptOf(1, 'stuck') })
    const look = await postgresStore(url, { schema }).look()
    const rung = Promise.withResolvers<void>()
    inbox.onWork(() => rung.resolve())
    expect(await look.inbox.replay('default', claim.entry.id)).toBe(true)
    await rung.promise
    expect((await inbox.claim(1))[0]?.entry).toMatchObject({ id: claim.entry.id, replay: true })
    await look.close()
  })

  it('makes no schema', async () => {
    await expect(postgresStore(url, { schema: 'unmade' }).look()).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
    expect((await sql(url, `SELECT to_regnamespace('unmade') AS made`)).rows).toEqual([{ made: null }])
  })

  it('tells when the way to the server breaks, and goes on when it is mended', async () => {
    const proxy = await proxyTo(url)
    await opened(url, { schema: 'broken' })
    const look = await postgresStore(proxy.url, { schema: 'broken' }).look()
    proxy.cut()
    await expect(look.inbox.count({ registration: 'default' })).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(await look.inbox.replay('default', 'nothing').catch(() => 'refused')).toBe('refused')
    proxy.mend()
    await eventually('recovery', () => look.registrations().catch(() => undefined))
    await look.close()
  })

  it('tells what a newer version wrote and this one does not know', async () => {
    const schema = 'unknown'
    const { inbox, turns } = await opened(url, { schema })
    await inbox.accept(entryOf(), false)
    await turns.open(turnOf('unknown'))
    await sql(url, `UPDATE ${schema}.entries SET kind = 'refund'; UPDATE ${schema}.sessions SET kind = 'voice'`)
    await expect(inbox.list({ registration: 'default', limit: 1 })).rejects.toThrow(/kind refund/)
    await expect(turns.list({ registration: 'default', limit: 1 })).rejects.toThrow(/kind voice/)
    // Numbers for a graph do without it.
    expect(await inbox.backlog('default')).toEqual([])
    await sql(url, `UPDATE ${schema}.entries SET kind = 'checkout', state = 'lost'; DELETE FROM ${schema}.active`)
    await expect(inbox.list({ registration: 'default', limit: 1 })).rejects.toThrow(/state lost/)
    await sql(url, `UPDATE ${schema}.sessions SET kind = 'ussd'`)
    await expect(turns.list({ registration: 'default', limit: 1 })).resolves.toMatchObject({ next: undefined })
  })
})

describe('a list', () => {
  it('has a limit and a cursor of its own', async () => {
    const { inbox, turns } = await opened(url, { schema: 'listed' })
    for (const limit of [0, 1.5, 1_001]) {
      await expect(inbox.list({ registration: 'default', limit })).rejects.toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
      await expect(turns.list({ registration: 'default', limit })).rejects.toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
    }
    await expect(inbox.list({ registration: 'default', limit: 1, cursor: 'x' })).rejects.toMatchObject({
      code: 'FMW_STORE_ARGUMENT',
    })
  })
})

describe('an entry of a kind that only a newer version knows', () => {
  it('is left to it, and holds up nothing but its lane', async () => {
    const schema = 'newer_kind'
    const { inbox } = await opened(url, { schema })
    const [known, unknown] = [entryOf(), entryOf()]
    await inbox.accept(unknown, false)
    await inbox.accept(known, false)
    await sql(url, `UPDATE ${schema}.entries SET kind = 'refund' WHERE id = $1`, [unknown.id])
    expect((await inbox.claim(10)).map(({ entry }) => entry.id)).toEqual([known.id])
    const { rows } = await sql(
      url,
      `SELECT owner, due_at > now() + interval '5 seconds' AS later FROM ${schema}.active`,
    )
    expect(rows).toContainEqual({ owner: null, later: true })
  })
})

describe('a request that could not be read', () => {
  it('is kept once, however many copies of it come at once', async () => {
    const { inbox } = await opened(url, { schema: 'unread' })
    const entry = entryOf({ state: 'rejected', form: 'body', reason: 'no amount' })
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => inbox.accept(entry, false)))
    expect(first).toEqual({ status: 'accepted' })
    expect(others).toEqual([1, 2].map(() => ({ status: 'repeated', id: entry.id, state: 'rejected' })))
  })
})

describe('a mistake of the caller', () => {
  it('is told as such, and leaves the store well', async () => {
    const { inbox, health } = await opened(url, { schema: 'mistaken' })
    // @ts-expect-error: a lane is a text
    await expect(inbox.accept(entryOf({ lane: undefined }), false)).rejects.toThrow(TypeError)
    expect(health()).toEqual({ ok: true, waiting: 0, commits: 0 })
  })
})

describe('a claim of another store', () => {
  it('is refused', async () => {
    const { inbox } = await opened(url, { schema: 'strange' })
    const entry = { ...entryOf(), state: 'running', conflictsWith: null, dueAt: null, finishedAt: null } as const
    const claim = { entry: { ...entry, replay: false, attempts: [], failures: 0 }, fence: '1' }
    await expect(inbox.settle(claim, done)).rejects.toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
  })
})
