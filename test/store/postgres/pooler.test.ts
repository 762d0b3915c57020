import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../../src/cli/dev/free-port.ts'
import { silentLog } from '../../../src/log.ts'
import { checkPooler } from '../../../src/store/postgres/server/pg-client.ts'
import { eventually, freshDatabase, opened, sql, unready } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { entryOf } from './samples.ts'

const url = await freshDatabase()
/** Debian's package `pgbouncer` has it; `PGBOUNCER` names another. */
const bouncer = [process.env.PGBOUNCER, '/usr/sbin/pgbouncer'].find((file) => file !== undefined && existsSync(file))

/** A client that a pooler has given a number of its own. */
async function pooledClient(): Promise<pg.PoolClient> {
  const client = await new pg.Pool({ connectionString: url, max: 1 }).connect()
  Reflect.set(client, 'processID', 1)
  onTestFinished(() => client.release(true))
  return client
}

const handing = (client: pg.PoolClient) => ({
  connect: async () => Object.assign(client, { release: () => undefined }),
})

describe('a pooler between the store and its server', () => {
  it('that gives two clients one connection is refused', async () => {
    const client = await pooledClient()
    await expect(checkPooler(client, handing(client), 'postgres')).rejects.toMatchObject({
      code: 'FMW_STORE_POOLER',
      message: expect.stringContaining('pool_mode = session'),
    })
  })

  it('where nobody hears what is notified is refused', async () => {
    const [client, other] = [await pooledClient(), await pooledClient()]
    Reflect.set(client, 'on', () => client)
    await expect(checkPooler(client, handing(other), 'postgres')).rejects.toMatchObject({ code: 'FMW_STORE_POOLER' })
  })

  it('that refuses transactions is refused, and what fails otherwise is told as it is', async () => {
    const codes = { '08P01': 'FMW_STORE_POOLER', '57P01': '57P01' }
    for (const [code, expected] of Object.entries(codes)) {
      const [client, other] = [await pooledClient(), await pooledClient()]
      Reflect.set(other, 'query', () => Promise.reject(Object.assign(new Error('not allowed'), { code })))
      await expect(checkPooler(client, handing(other), 'postgres')).rejects.toMatchObject({ code: expected })
    }
  })

  it('that gives each client a connection of its own is good', async () => {
    const [client, other] = [await pooledClient(), await pooledClient()]
    Reflect.deleteProperty(client, 'processID')
    await expect(checkPooler(client, handing(other), 'postgres')).resolves.toBeUndefined()
  })

  it('that is put in between under a running application is named, and all is well once it is gone', async () => {
    const proxy = await proxyTo(url)
    const lines: unknown[] = []
    const { inbox, health } = await opened(proxy.url, {}, { ...silentLog, warn: (line) => void lines.push(line) })
    await inbox.accept(entryOf(), false)
    proxy.share(true)
    proxy.breakAll()
    const named = { ok: false, why: expect.stringContaining('pool_mode = session') }
    await vi.waitFor(() => expect(health()).toMatchObject(named))
    await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('reached through a pooler'),
    })
    expect(lines).toContainEqual(expect.objectContaining({ why: named.why }))
    proxy.share(false)
    await vi.waitFor(() => inbox.accept(entryOf(), false))
    expect(health().ok).toBe(true)
  })

  it('that took its connections over is found out by what is prepared there no more', async () => {
    const proxy = await proxyTo(url)
    const pool = new pg.Pool({ connectionString: proxy.url, max: 4 })
    onTestFinished(() => pool.end())
    const { inbox, health } = await opened(pool, { schema: 'switched' })
    // The store listens on one and works on one.
    const held = [await pool.connect(), await pool.connect()]
    await inbox.accept(entryOf(), false)
    proxy.share(true)
    // As after another client of the pooler had it.
    await pool.query('DEALLOCATE ALL')
    await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await vi.waitFor(() => expect(health()).toMatchObject({ why: expect.stringContaining('pool_mode = session') }))
    proxy.share(false)
    for (const client of held.splice(0)) client.release()
    await vi.waitFor(() => inbox.accept(entryOf(), false))
  })

  it.skipIf(bouncer === undefined).each(['transaction', 'statement'] as const)(
    'is PgBouncer in %s mode: the start fails and names it',
    async (mode) => {
      const through = await startBouncer(mode)
      await expect(unready(through).ready).rejects.toMatchObject({ code: 'FMW_STORE_POOLER' })
    },
  )

  it.skipIf(bouncer === undefined)('is PgBouncer in session mode: all is well', async () => {
    const { inbox } = await opened(await startBouncer('session'))
    expect(await inbox.accept(entryOf(), false)).toMatchObject({ status: 'accepted' })
  })
})

async function startBouncer(mode: 'session' | 'transaction' | 'statement'): Promise<string> {
  if (bouncer === undefined) throw new Error('there is no PgBouncer')
  const folder = mkdtempSync(join(tmpdir(), 'fmw-bouncer-'))
  chmodSync(folder, 0o755)
  const { hostname, port, username, password, pathname } = new URL(url)
  const own = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
max_client_conn = 100
default_pool_size = 20
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  )
  // As root it starts and then goes on as another user, and the umask may keep that one out.
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const child = spawn(bouncer, [config], { stdio: 'ignore' })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const through = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`
  await eventually('PgBouncer', () => sql(through, 'SELECT 1').catch(() => undefined))
  return through
}
