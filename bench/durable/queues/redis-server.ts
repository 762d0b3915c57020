import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A Redis of the benchmark's own, at a socket in its folder. */
export interface RedisServer {
  readonly socket: string
  close(): Promise<void>
}

/** The program: what `REDIS_SERVER` names, or `redis-server` in the path. Undefined where there is none. */
export function findRedis({ REDIS_SERVER, PATH = '' }: NodeJS.ProcessEnv = process.env): string | undefined {
  const files = [REDIS_SERVER, ...PATH.split(delimiter).map((folder) => join(folder, 'redis-server'))]
  return files.find((file) => file !== undefined && file !== '' && mayRun(file))
}

/**
 * Starts it as the documentation of BullMQ has it: every write goes to a file, and no key gives way to another.
 *
 * @param fsync when the file is synced
 */
export async function startRedis(
  program: string,
  folder: string,
  fsync: 'everysec' | 'always',
  signal: AbortSignal,
): Promise<RedisServer> {
  mkdirSync(folder)
  const socket = join(folder, 'redis.sock')
  const files = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '']
  const kept = ['--appendonly', 'yes', '--appendfsync', fsync, '--maxmemory-policy', 'noeviction']
  // The shell ends the server when its own input ends, which it does with this process, whatever happens to that.
  const script = '"$0" "$@" </dev/null & server=$!; read -r _; kill "$server"; wait "$server"'
  const shell = spawn('sh', ['-c', script, program, ...files, ...kept], { stdio: ['pipe', 'ignore', 'inherit'] })
  const close = async (): Promise<void> => {
    if (shell.exitCode !== null) return
    const gone = once(shell, 'exit')
    shell.stdin.end()
    await gone
  }
  try {
    for (let waited = 0; !existsSync(socket); waited += 50) {
      if (waited > 10_000) throw new Error(`${program} does not listen`)
      await sleep(50, undefined, { signal })
    }
    return { socket, close }
  } catch (error) {
    await close()
    throw error
  }
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
