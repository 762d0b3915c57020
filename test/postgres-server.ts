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
  const port = await answer(keeper, 'start')
  return {
    url: `postgres://postgres:not-a-secret@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await ask(keeper, 'stop')
    },
    start: async () => {
      await ask(keeper, 'start')
    },
    close: async () => {
      if (keeper.exitCode !== null) return
      const ended = once(keeper, 'exit')
      keeper.send('end')
      await ended
    },
  }
}

function ask(keeper: ChildProcess, command: 'start' | 'stop'): Promise<number> {
  const answered = answer(keeper, command)
  keeper.send(command)
  return answered
}

function answer(keeper: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: { done?: string; failed?: string; port?: number }) => {
      if (message.done === command && message.port !== undefined) settle(() => resolve(message.port ?? 0))
      if (message.failed !== undefined) settle(() => reject(new Error(message.failed)))
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
