import { randomBytes } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the address of the run's PostgreSQL is asked for. */
    postgresPort: number
  }
}

/**
 * Set up once for a run of tests: the first test that asks gets a server started, all others the same one. A run
 * that asks for none starts none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined
  // Its databases and its log take more room than there may be in memory.
  const TMPDIR = tmpdir()
  const front = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    started ??= startPostgres({ TMPDIR }, withoutSyncs).then(withQuickLogin)
    started.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.end(`failed: ${error}`),
    )
  })
  project.provide('postgresPort', await listen(front))
  return async () => {
    front.close()
    await (await started?.catch(() => undefined))?.close()
  }
}

// Processes are killed, the server is not: tests in which it is start one of their own.
const withoutSyncs = ['fsync=off', 'full_page_writes=off']

/** A client needs over a millisecond of processor for the 4,096 rounds of a password. Versions before 16 know no other number. */
async function withQuickLogin(server: PostgresServer): Promise<PostgresServer> {
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS version")
    if (rows[0].version >= 160_000)
      await client.query("SET scram_iterations = 1; ALTER ROLE postgres PASSWORD 'not-a-secret'")
  } finally {
    await client.end()
  }
  return server
}

/**
 * A new, empty database on the run's server.
 *
 * @example
 * const url = await newDatabase(inject('postgresPort'))
 */
export async function newDatabase(postgresPort: number): Promise<string> {
  const url = new URL(await askDesk(postgresPort))
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS version")
    // Two at once from one template fail: the lock lets one at a time.
    await client.query('SELECT pg_advisory_lock(1)')
    // Quicker, and what version 14 does by itself.
    await client.query(`CREATE DATABASE ${name} ${rows[0].version < 150_000 ? '' : 'STRATEGY file_copy'}`)
  } finally {
    await client.end()
  }
  url.pathname = name
  return url.href
}

function askDesk(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let told = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      told += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => (told.startsWith('failed') ? reject(new Error(told)) : resolve(told)))
  })
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) resolve(address.port)
    })
  })
}
