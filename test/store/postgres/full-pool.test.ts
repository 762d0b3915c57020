import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { attemptAt, eventually, freshDatabase, opened } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { done, entryOf, turnOf } from './samples.ts'

const url = await freshDatabase()
const kept = { status: 'accepted' }
const full = {
  code: 'FMW_STORE_UNAVAILABLE',
  message: expect.stringContaining('none of its 4 connections was free in time'),
}

function poolOf(source: string, options: pg.PoolConfig) {
  const pool = new pg.Pool({ connectionString: source, ...options })
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  return pool
}

/** Takes as many of the pool's connections as the application may. */
async function taken(pool: pg.Pool, count: number) {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of clients) client.on('error', () => undefined)
  const free = (isBroken = false) => {
    for (const client of clients.splice(0)) client.release(isBroken)
  }
  onTestFinished(() => free())
  return free
}

function listening() {
  const told: unknown[] = []
  return { told, log: { ...silentLog, warn: (_facts: unknown, text: string) => void told.push(text) } }
}

it.each([
  ['its own four connections', 'four', () => url, { connections: 4 }, 1],
  ['its own ten', 'ten', () => url, {}, 5],
  ['a pool of six that the application shares', 'six', () => poolOf(url, { max: 6 }), {}, 3],
])(
  'On %s, slow transactions and turns that wait leave one to pushes, and transactions one to turns',
  async (_, schema, source, options, atOnce) => {
    const { told, log } = listening()
    const { store, inbox, turns, health } = await opened(source(), { schema, ...options }, log)
    const attempts = await Promise.all(Array.from({ length: 12 }, () => attemptAt({ inbox })))
    const claims = await inbox.claim(1)
    const gate = Promise.withResolvers<void>()
    onTestFinished(() => gate.resolve())
    let running = 0
    const all = attempts.map(({ attempt }) =>
      store.transaction(attempt, async () => {
        running++
        await gate.promise
      }),
    )
    await eventually('transactions', () => (running > 0 ? true : undefined))
    const names = Array.from({ length: 20 }, (_, place) => `${schema}-${place}`)
    for (const name of names) expect(await turns.open(turnOf(name))).toMatchObject({ status: 'opened' })
    const other = new pg.Client(url)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query(`BEGIN; UPDATE ${schema}.sessions SET expiry = expiry`)
    let over = 0
    const end = () => {
      over++
    }
    const next = { type: 'response', turn: '2|response|6', sequence: 2 }
    const waiting = names.map((name) => turns.open(turnOf(name, next)).then(end, end))
    expect(await inbox.accept(entryOf(), false)).toEqual(kept)
    for (const claim of claims) expect(await inbox.settle(claim, done)).toBe(true)
    expect(over).toBe(0)
    while (over < waiting.length) {
      expect(await inbox.accept(entryOf(), false)).toEqual(kept)
      expect(health()).toMatchObject({ ok: true })
    }
    expect(running).toBe(atOnce)
    gate.resolve()
    await Promise.all(all)
    expect(running).toBe(attempts.length)
    expect(told).toEqual([])
  },
)

it('A pool that the application has taken all of is not taken for a server that is away', async () => {
  const { told, log } = listening()
  const pool = poolOf(url, { max: 4, connectionTimeoutMillis: 100 })
  const { inbox, turns, health } = await opened(pool, { schema: 'taken' }, log)
  const free = await taken(pool, 3)
  await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(full)
  await expect(turns.open(turnOf('taken'))).rejects.toMatchObject(full)
  expect(health()).toMatchObject({ ok: false, why: 'none of its 4 connections was free in time' })
  free()
  expect(await inbox.accept(entryOf(), false)).toEqual(kept)
  expect(health()).toMatchObject({ ok: true })
  expect(told).toEqual([])
})

it('Nor is it when a statement had no answer before', async () => {
  const { told, log } = listening()
  const pool = poolOf(url, { max: 4 })
  const { inbox, stops } = await opened(pool, { schema: 'unanswered' }, log)
  const other = new pg.Client(url)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('BEGIN; LOCK TABLE unanswered.stops')
  const asked = stops.list('default')
  const free = await taken(pool, 2)
  // It gets the connection of the statement that is given up.
  const last = taken(pool, 1)
  await expect(asked).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  const freeLast = await last
  await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(full)
  free()
  freeLast()
  expect(await inbox.accept(entryOf(), false)).toEqual(kept)
  expect(told).toEqual([])
})

it('A server that is silent is away, also where the pool is full', async () => {
  const { told, log } = listening()
  const proxy = await proxyTo(url)
  const pool = poolOf(proxy.url, { max: 4, connectionTimeoutMillis: 100 })
  const { inbox, health } = await opened(pool, { schema: 'silent_and_full' }, log)
  const free = await taken(pool, 3)
  proxy.freeze()
  await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(full)
  await eventually('the log', () => (told.length > 0 ? true : undefined))
  expect(told).toEqual(['the store cannot be used'])
  expect(health()).toMatchObject({ ok: false, why: 'the server does not answer' })
  // The connection that listens is given up too: another takes its place.
  await eventually('the end of the silent one', () => (pool.totalCount < 4 ? true : undefined))
  proxy.mend()
  free(true)
  await eventually('recovery', () => Promise.resolve(inbox.accept(entryOf(), false)).catch(() => undefined))
  expect(health()).toMatchObject({ ok: true })
})
