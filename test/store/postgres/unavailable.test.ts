import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { done, entryOf, turnOf } from './samples.ts'

const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }
let url = ''
beforeAll(async () => {
  url = await freshDatabase()
})

describe('a server that is silent', () => {
  it('is given five seconds; then everything is refused at once until it answers', async () => {
    const proxy = await proxyTo(url)
    const user = await opened(proxy.url, { schema: 'silent' })
    const { inbox, turns } = user
    await inbox.accept(entryOf(), false)
    proxy.freeze()
    const before = Date.now()
    const asked = [
      ...Array.from({ length: 600 }, () => inbox.accept(entryOf(), false)),
      inbox.claim(1),
      turns.open(turnOf('silent')),
    ]
    const later = eventually('old age', () => (user.health().ok ? undefined : user.health()))
    const results = await Promise.allSettled(asked)
    expect(Date.now() - before).toBeLessThan(60_000)
    expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual(
      asked.map(() => unavailable.code),
    )
    expect(await later).toMatchObject({ ok: false, why: expect.stringContaining('has not answered') })
    await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
    proxy.mend()
    const entry = entryOf()
    await eventually('recovery', () => Promise.resolve(inbox.accept(entry, false)).catch(() => undefined))
    expect((await inbox.get('default', entry.id))?.state).toBe('waiting')
    await eventually('a good health', () => (user.health().ok ? true : undefined))
  })

  it('holds no more than ten thousand operations, and refuses the rest at once', async () => {
    const proxy = await proxyTo(url)
    const { inbox, health } = await opened(proxy.url, { schema: 'crammed' })
    proxy.freeze()
    const asked = Array.from({ length: 10_000 }, () => inbox.accept(entryOf(), false))
    expect(health().waiting).toBe(10_000)
    await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('10000 operations wait'),
    })
    proxy.cut()
    const results = await Promise.allSettled(asked)
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(health().waiting).toBe(0)
  })

  it('holds no more than 32 MiB', async () => {
    const proxy = await proxyTo(url)
    const { inbox, health } = await opened(proxy.url, { schema: 'heavy' })
    proxy.freeze()
    const heavy = () => entryOf({ payload: new Uint8Array(8 * 1_048_576) })
    const asked = [heavy(), heavy(), heavy()].map((entry) => inbox.accept(entry, false))
    await expect(inbox.accept(heavy(), false)).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('33554432 bytes wait'),
    })
    expect(health().waiting).toBe(3)
    proxy.cut()
    await Promise.allSettled(asked)
  })
})

describe('connections that are reset', () => {
  it('cost what was on its way, and nothing after it', async () => {
    const proxy = await proxyTo(url)
    const { inbox, turns } = await opened(proxy.url, { schema: 'reset' })
    for (let times = 0; times < 5; times++) {
      const asked = Array.from({ length: 50 }, () => inbox.accept(entryOf(), false))
      proxy.breakAll()
      for (const result of await Promise.allSettled(asked)) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject(unavailable)
      }
      await eventually('recovery', () => Promise.resolve(inbox.accept(entryOf(), false)).catch(() => undefined))
      await eventually('turns', () => turns.open(turnOf(`reset-${times}`)).catch(() => undefined))
    }
  })

  it('may break before the first answer of a new one, and end no process', async () => {
    const uncaught: unknown[] = []
    const listen = (error: unknown) => uncaught.push(error)
    process.on('uncaughtExceptionMonitor', listen)
    onTestFinished(() => {
      process.off('uncaughtExceptionMonitor', listen)
    })
    const proxy = await proxyTo(url)
    const { inbox } = await opened(proxy.url, { schema: 'newly_broken' })
    let isSprung = false
    const sprung = proxy.cutAfter('SET default_transaction_isolation', 'kept').then(() => {
      isSprung = true
    })
    proxy.breakAll()
    while (!isSprung) await Promise.allSettled([inbox.accept(entryOf(), false), setTimeout(20)])
    await sprung
    await eventually('recovery', () => Promise.resolve(inbox.accept(entryOf(), false)).catch(() => undefined))
    expect(uncaught).toEqual([])
  })

  it('may break on the way back: what was accepted is a repeat then, and what was claimed is handed out again', async () => {
    const proxy = await proxyTo(url)
    const { inbox } = await opened(proxy.url, { schema: 'lost_answer' })
    const entry = entryOf()
    const sprung = proxy.cutAfter('accept_1')
    const lost = inbox.accept(entry, true)
    await sprung
    await expect(lost).rejects.toMatchObject(unavailable)
    const again = await eventually('recovery', () => Promise.resolve(inbox.accept(entry, true)).catch(() => undefined))
    expect(again).toEqual({ status: 'repeated', id: entry.id, state: 'running' })
    // Nobody knows of the claim, so the store takes it back.
    const [claim] = await eventually('the lost claim', async () => {
      const claims = await inbox.claim(1)
      return claims.length > 0 ? claims : undefined
    })
    expect(claim?.entry).toMatchObject({ id: entry.id, failures: 0 })
  })

  it('may break while a claim is settled: settled again it is settled once', async () => {
    const proxy = await proxyTo(url)
    const { inbox } = await opened(proxy.url, { schema: 'lost_settling' })
    const entry = entryOf()
    const acceptance = await inbox.accept(entry, true)
    const claim = 'claim' in acceptance ? acceptance.claim : undefined
    if (claim === undefined) throw new Error('not claimed')
    const sprung = proxy.cutAfter('settle_and_accept_1')
    const lost = inbox.settle(claim, done)
    await sprung
    await expect(lost).rejects.toMatchObject(unavailable)
    expect(await eventually('recovery', () => Promise.resolve(inbox.settle(claim, done)).catch(() => undefined))).toBe(
      true,
    )
    expect(await inbox.get('default', entry.id)).toMatchObject({ state: 'done', attempts: [{ number: 1 }] })
  })
})

describe('a server that refuses', () => {
  it('connections beyond its number is told, and used again when there are some', async () => {
    const role = 'crowded'
    await sql(
      url,
      `CREATE ROLE ${role} LOGIN PASSWORD 'not-a-secret' CONNECTION LIMIT 2;
      GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO ${role}`,
    )
    const source = new URL(url)
    source.username = role
    const user = await opened(source.href, { schema: 'crowded' })
    const asked = Array.from({ length: 30 }, (_, place) => user.turns.open(turnOf(`crowded-${place}`)))
    const results = await Promise.allSettled(asked)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toMatchObject(unavailable)
    expect(refused[0]?.reason.message).toContain('as many connections as it may (53300)')
    await sql(url, `ALTER ROLE ${role} CONNECTION LIMIT 20`)
    await eventually('recovery', () => Promise.resolve(user.inbox.accept(entryOf(), false)).catch(() => undefined))
  })

  it('a statement is told by its reason, and the store goes on', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 5, statement_timeout: 300 })
    onTestFinished(() => pool.end())
    const { inbox, health } = await opened(pool, { schema: 'locked' })
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE locked.active')
    await expect(inbox.claim(1)).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('cancelled (57014)'),
    })
    expect(health()).toMatchObject({ ok: false, why: expect.stringContaining('57014') })
    await holder.end()
    expect(await inbox.claim(1)).toEqual([])
    expect(health().ok).toBe(true)
  })

  it('tables that were dropped are told, and made use of when they are back', async () => {
    const { inbox } = await opened(url, { schema: 'dropped' })
    await sql(url, 'ALTER TABLE dropped.active RENAME TO hidden')
    await expect(inbox.claim(1)).rejects.toMatchObject({ ...unavailable, message: expect.stringContaining('42P01') })
    await sql(url, 'ALTER TABLE dropped.hidden RENAME TO active')
    expect(await inbox.claim(1)).toEqual([])
  })

  it('to write is left for one that does not', async () => {
    const { inbox } = await opened(url, { schema: 'read_only' })
    await inbox.accept(entryOf(), false)
    const database = new URL(url).pathname.slice(1)
    await sql(url, `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
    await sql(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`,
    )
    const told = await eventually('a refusal', () =>
      Promise.resolve(inbox.accept(entryOf(), false)).then(
        () => undefined,
        (error: Error) => (error.message.includes('25006') ? error : undefined),
      ),
    )
    expect(told).toMatchObject(unavailable)
    await sql(url, `SET transaction_read_only = off; ALTER DATABASE ${database} RESET default_transaction_read_only`)
    await eventually('recovery', () => Promise.resolve(inbox.accept(entryOf(), false)).catch(() => undefined))
  })
})
