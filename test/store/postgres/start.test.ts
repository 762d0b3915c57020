import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { loadPg } from '../../../src/store/postgres/server/pg-client.ts'
import { eventually, freshDatabase, opened, sql, unready } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { entryOf } from './samples.ts'

const secret = 'hunter2-not-shown'
let url = ''
beforeAll(async () => {
  url = await freshDatabase()
})

describe('at the start', () => {
  it('a wrong password is told at once, without it', async () => {
    const wrong = new URL(url)
    wrong.password = secret
    const user = unready(wrong.href)
    const error = await rejection(user.ready)
    expect(error).toMatchObject({ code: 'FMW_STORE_UNAVAILABLE', message: expect.stringContaining('28P01') })
    expect(user.health()).toMatchObject({ ok: false, why: expect.stringContaining('28P01') })
    const refused = await rejection(Promise.resolve(user.inbox.accept(entryOf(), false)))
    for (const told of [error, refused, user.health()]) expect(everything(told)).not.toContain(secret)
  })

  it('a database that is not there is told at once', async () => {
    const wrong = new URL(url)
    wrong.pathname = 'nowhere'
    await expect(unready(wrong.href).ready).rejects.toMatchObject({ message: expect.stringContaining('3D000') })
  })

  it('a server that is not there is waited for, and everything meanwhile is refused', async () => {
    const proxy = await proxyTo(url)
    proxy.cut()
    const lines: unknown[] = []
    const note = (details: object, line: string) => void lines.push({ ...details, line })
    const user = unready(proxy.url, {}, { debug: note, info: note, warn: note, error: note })
    await expect(user.inbox.accept(entryOf(), false)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('not connected yet'),
    })
    await eventually('a first try', () => (user.health().why?.includes('connected') === false ? true : undefined))
    expect(user.health()).toMatchObject({ ok: false, waiting: 0, commits: 0 })
    proxy.mend()
    await user.ready
    expect(user.health()).toEqual({ ok: true, waiting: 0, commits: 0 })
    expect(lines).toContainEqual({ store: 'postgres', line: 'the store can be used' })
  })

  it('a server that is read-only is not said to be of use before it takes what is written', async () => {
    const own = await freshDatabase()
    const database = new URL(own).pathname.slice(1)
    await (await opened(own)).close()
    await sql(own, `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
    const lines: unknown[] = []
    const note = (details: object, line: string) => void lines.push({ ...details, line })
    const user = unready(own, {}, { debug: note, info: note, warn: note, error: note })
    const why = 'the server is read-only (25006)'
    await eventually('a first try', () => (user.health().why === why ? true : undefined))
    await sql(own, `SET transaction_read_only = off; ALTER DATABASE ${database} RESET default_transaction_read_only`)
    await user.ready
    expect(lines).toEqual([
      { store: 'postgres', why, line: 'the store cannot be used' },
      { store: 'postgres', line: 'the store can be used' },
    ])
  })

  it('an address where nobody listens is waited for too', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    server.close()
    const port = typeof address === 'object' ? address?.port : 0
    const user = unready(`postgres://merchant:${secret}@127.0.0.1:${port}/shop`)
    await eventually('a first try', () => (user.health().why?.includes('ECONNREFUSED') ? true : undefined))
    const look = await rejection(user.store.look())
    expect(look).toMatchObject({ code: 'FMW_STORE_UNAVAILABLE', message: expect.stringContaining('ECONNREFUSED') })
    expect(everything(look)).not.toContain(secret)
  })

  it('a connection that breaks under the first sign of life is made again', async () => {
    const proxy = await proxyTo(url)
    await opened(url, { schema: 'first_beat' })
    const sprung = proxy.cutAfter('beat_1', 'kept')
    const user = unready(proxy.url, { schema: 'first_beat' })
    await sprung
    await user.ready
    expect(await user.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  })

  it('a store may be closed before its first sign of life', async () => {
    const proxy = await proxyTo(url)
    await opened(url, { schema: 'no_beat' })
    const sprung = proxy.cutAfter('beat_1', 'kept')
    const user = unready(proxy.url, { schema: 'no_beat' })
    await sprung
    proxy.cut()
    await user.close()
    expect((await sql(url, 'SELECT 1 FROM no_beat.instances')).rowCount).toBe(1)
  })

  it('a store may be closed before it was reached', async () => {
    const user = unready(url, { schema: 'unreached' })
    await user.close()
    await expect(user.ready).rejects.toMatchObject({ message: expect.stringContaining('it is closed') })
  })

  it('closing ends the wait', async () => {
    const proxy = await proxyTo(url)
    proxy.cut()
    const user = unready(proxy.url)
    await eventually('a first try', () => (user.health().why?.includes('connected') === false ? true : undefined))
    await user.close()
    await expect(user.ready).rejects.toMatchObject({ message: expect.stringContaining('it is closed') })
  })

  it('a source or an option that cannot be is refused, and never shown', () => {
    const sources = [`https://merchant:${secret}@host/shop`, `postgres://merchant:${secret}@host:port:7/`, secret]
    for (const source of sources) {
      const error = thrownBy(() => postgresStore(source))
      expect(error).toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
      expect(everything(error)).not.toContain(secret)
    }
    const wrong = [
      { schema: 'Merchant' },
      { schema: 'a-b' },
      { schema: '' },
      { schema: 'a'.repeat(41) },
      { connections: 3 },
      { connections: 4.5 },
    ]
    for (const options of wrong) {
      expect(thrownBy(() => postgresStore(url, options))).toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
    }
    // @ts-expect-error: neither true nor false
    expect(thrownBy(() => postgresStore(url, { migrate: 'no' }))).toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
    // @ts-expect-error: no source at all, as from a variable that is not set
    expect(thrownBy(() => postgresStore(undefined))).toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
  })

  it('a pool with too few connections is refused', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 3 })
    expect(thrownBy(() => postgresStore(pool))).toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
    await pool.end()
  })

  it('a package pg that is not installed is named', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    await expect(loadPg(() => Promise.reject(missing))).rejects.toMatchObject({
      code: 'FMW_STORE_ARGUMENT',
      message: expect.stringContaining('npm install pg'),
    })
    const broken = new Error('it does not load')
    await expect(loadPg(() => Promise.reject(broken))).rejects.toBe(broken)
  })
})

describe('a pool of the application', () => {
  it('is used, listened on and left as it was', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    onTestFinished(() => pool.end())
    const { inbox, close } = await opened(pool, { schema: 'pooled' })
    await inbox.accept(entryOf(), false)
    expect(await inbox.claim(1)).toHaveLength(1)
    await close()
    expect(pool.ended).toBe(false)
    expect((await pool.query('SELECT count(*)::int AS n FROM pooled.entries')).rows).toEqual([{ n: 1 }])
    expect((await pool.query('SELECT pg_listening_channels()')).rows).toEqual([])
    expect(pool.listenerCount('error')).toBe(0)
  })

  it('gives the same values whatever parsers it has', async () => {
    const parsers = [16, 17, 20, 23, 25]
    const before = parsers.map((oid) => pg.types.getTypeParser(oid))
    for (const oid of parsers) pg.types.setTypeParser(oid, () => 'spoiled')
    onTestFinished(() => {
      for (const [place, oid] of parsers.entries()) pg.types.setTypeParser(oid, before[place] ?? String)
    })
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    onTestFinished(() => pool.end())
    const { inbox } = await opened(pool, { schema: 'parsed' })
    const entry = entryOf()
    await inbox.accept(entry, false)
    const [claim] = await inbox.claim(1)
    expect(claim?.entry).toMatchObject({ id: entry.id, failures: 0, replay: false })
    expect(Buffer.from(claim?.entry.payload ?? []).toString()).toBe(Buffer.from(entry.payload).toString())
  })

  it('may have none free for a while', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    onTestFinished(() => pool.end())
    const user = await opened(pool, { schema: 'exhausted' })
    const held = [await pool.connect(), await pool.connect(), await pool.connect()]
    await expect(user.inbox.accept(entryOf(), false)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('none of its 4 connections was free in time'),
    })
    for (const client of held) client.release()
    expect(await user.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
    // Those that came too late were given back.
    await eventually('idle connections', () => (pool.waitingCount === 0 && pool.idleCount === 3 ? true : undefined))
  })

  it('serves transactions too', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    onTestFinished(() => pool.end())
    const { store, inbox } = await opened(pool, { schema: 'transacted' })
    const acceptance = await inbox.accept(entryOf(), true)
    const claim = 'claim' in acceptance ? acceptance.claim : undefined
    if (claim === undefined) throw new Error('not claimed')
    const attempt = {}
    inbox.attach?.(attempt, claim, {})
    expect(await store.transaction(attempt, (tx) => tx.query('SELECT 7 AS n'))).toMatchObject({ rows: [{ n: 7 }] })
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('done')
  })

  it('may lose connections while they are idle', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 5, application_name: 'idle-pool' })
    onTestFinished(() => pool.end())
    const { inbox } = await opened(pool, { schema: 'idle' })
    await Promise.all([inbox.accept(entryOf(), false), inbox.claim(1)])
    await sql(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'idle-pool'`)
    await eventually('recovery', () => Promise.resolve(inbox.accept(entryOf(), false)).catch(() => undefined))
  })
})

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

/** Whatever a log line of it could show. */
function everything(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value)
  const own = JSON.stringify(value, Object.getOwnPropertyNames(value))
  return `${own} ${value.stack} ${everything(value.cause ?? null)}`
}
