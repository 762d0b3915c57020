import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A real PostgreSQL of its own, on a free port, with its files in a temporary folder. */
export interface PostgresServer {
  /** Of its first database. The user may do everything. */
  readonly url: string
  /** Ends every connection at once, as an administrator does who restarts it. */
  stop(): Promise<void>
  /** After `stop`: the same port, the same data. */
  start(): Promise<void>
  /** Ends it as a machine that goes. It isn't started again. */
  crash(): Promise<void>
  /** The folder of its data. */
  readonly data: string
  /** Ends it and removes its files. */
  close(): Promise<void>
}

/**
 * Starts one. Whatever becomes of this process, the server ends with it.
 *
 * @param env what the server's processes get besides the environment of this one
 * @param flags settings of the server, `name=value`
 * @example
 * const server = await startPostgres()
 * const store = postgresStore(server.url)
 * await server.close()
 */
export async function startPostgres(
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<PostgresServer> {
  const keeper = fork(fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url)), flags, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: { ...process.env, ...env },
  })
  const { port, data } = await answer(keeper, 'start')
  return {
    data,
    url: `postgres://postgres:not-a-secret@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await ask(keeper, 'stop')
    },
    start: async () => {
      await ask(keeper, 'start')
    },
    crash: async () => {
      await ask(keeper, 'crash')
    },
    close: async () => {
      if (keeper.exitCode !== null) return
      const ended = once(keeper, 'exit')
      keeper.send('end')
      await ended
    },
  }
}

/**
 * Starts a standby of another, which is stopped for the time in which its files are copied. The standby takes over what the
 * other commits, until `SELECT pg_promote()`.
 *
 * @example
 * const primary = await startPostgres({}, ['synchronous_standby_names=*'])
 * const standby = await startStandby(primary)
 */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const { hostname, port, username, password } = new URL(primary.url)
  await primary.stop()
  const standby = await startPostgres({ FMW_POSTGRES_COPY_OF: primary.data }, [
    `primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`,
    'wal_retrieve_retry_interval=100ms',
  ])
  await primary.start()
  return standby
}

interface Answer {
  readonly port: number
  readonly data: string
}

function ask(keeper: ChildProcess, command: 'start' | 'stop' | 'crash'): Promise<Answer> {
  const answered = answer(keeper, command)
  keeper.send(command)
  return answered
}

function answer(keeper: ChildProcess, command: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ done, failed, ...answered }: Answer & { done?: string; failed?: string }) => {
      if (done === command) settle(() => resolve(answered))
      if (failed !== undefined) settle(() => reject(new Error(failed)))
    }
    const onExit = (code: number | null) => settle(() => reject(new Error(`the server's keeper ended with ${code}`)))
    const settle = (then: () => void) => {
      keeper.off('message', onMessage)
      keeper.off('exit', onExit)
      then()
    }
    keeper.on('message', onMessage)
    keeper.on('exit', onExit)
  })
}
