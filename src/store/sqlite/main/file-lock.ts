import { readFile, rm } from 'node:fs/promises'
import type { DatabaseSync as Connection } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { FMW_STORE_OWNED } from '../../errors.ts'
import { DatabaseSync, makePrivateBeside, writeBeside } from '../worker/connection.ts'
import { isHeldByAnother } from './failures.ts'

/**
 * The right of one process to work on the files. It is a lock of the operating system's on a file beside them, taken
 * through SQLite because Node has none of its own: whatever ends the process frees it. Who has it stands in another
 * file beside it, since a locked one cannot be read everywhere.
 */
export class FileLock {
  readonly #file: string
  #connection: Connection | undefined
  readonly #stop = new AbortController()

  /** @param file the file of the inbox */
  constructor(file: string) {
    this.#file = file
  }

  /**
   * Waits until the lock is this process's.
   *
   * @param patience ms
   * @param waiting is told who has it while it is waited for
   * @throws FMW_STORE_OWNED when it is not after that time
   * @throws where the waiting was stopped
   * @throws what SQLite says when the lock's file cannot be used, and where it is a symbolic link
   */
  async take(patience: number, waiting: (owner: string) => void): Promise<void> {
    const until = performance.now() + patience
    const { signal } = this.#stop
    signal.throwIfAborted()
    while (!this.#try()) {
      const owner = (await readOwner(this.#file)) ?? 'it does not say which'
      waiting(owner)
      if (performance.now() >= until) throw new FMW_STORE_OWNED(this.#file, owner, patience)
      // Whoever stops it says why below.
      await pause(askEvery, undefined, { signal }).catch(() => undefined)
      signal.throwIfAborted()
    }
    await writeBeside(ownerFile(this.#file), JSON.stringify({ pid: process.pid, since: new Date().toISOString() }))
    signal.throwIfAborted()
  }

  /** Whoever waits is refused. */
  stopWaiting(): void {
    this.#stop.abort(new Error('the store was closed while it waited for its files'))
  }

  async release(): Promise<void> {
    const connection = this.#connection
    if (connection === undefined) return
    this.#connection = undefined
    try {
      await rm(ownerFile(this.#file), { force: true })
    } finally {
      connection.close()
    }
  }

  #try(): boolean {
    makePrivateBeside(lockFile(this.#file))
    const connection = new DatabaseSync(lockFile(this.#file))
    try {
      connection.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
      this.#connection = connection
      return true
    } catch (error) {
      connection.close()
      if (isHeldByAnother(error)) return false
      throw error
    }
  }
}

/** What is told of the owner of the files: `pid 4711, since …`. */
export async function readOwner(file: string): Promise<string | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(ownerFile(file), 'utf8'))
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('since' in owner)) return undefined
    const whose = owner.pid === process.pid ? ' as this process has: a second copy of this package in it?' : ''
    return `pid ${String(owner.pid)}${whose}, since ${String(owner.since)}`
  } catch {
    return undefined
  }
}

/** The file whose lock is the right to work on the files. */
export function lockFile(file: string): string {
  return `${file}-lock`
}

function ownerFile(file: string): string {
  return `${file}-owner`
}

// ms
const askEvery = 100
