import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm, stat, statfs, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresServer } from '../postgres-server.ts'
import { CannotRun } from './harness/cannot-run.ts'
import type { SyncShim } from './harness/sync-shim.ts'
import type { Outage } from './outages.ts'

const run = promisify(execFile)

/** A PostgreSQL that is stopped as an administrator does it, and started again. */
export function serverStopped(server: PostgresServer): Outage {
  return { name: 'PostgreSQL stopped', begin: () => server.stop(), end: () => server.start() }
}

/** The thread that writes SQLite's file ends in the middle of a commit, and so does each that takes its place. */
export const workerEnds: Outage = {
  name: 'worker thread ends',
  begin: (home) => home.order({ moment: 'committing', count: 3, ends: 'thread' }),
  end: (home) => home.withdraw(),
}

/** A disk that takes for ever to sync. */
export function diskStalls(shim: SyncShim): Outage {
  return {
    name: 'disk stalls',
    begin: async () => shim.delay(10 * 60_000),
    end: async () => shim.delay(0),
  }
}

/** A small disk of its own, which can be filled up. */
export class SmallDisk {
  readonly folder: string

  /** @throws CannotRun where nothing may be mounted */
  static async mount(megabytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'fmw-disk-'))
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw new CannotRun(`no small disk can be mounted: ${error}`)
    }
    return new SmallDisk(folder)
  }

  private constructor(folder: string) {
    this.folder = folder
  }

  get outage(): Outage {
    return { name: 'disk full', begin: () => this.fill(), end: () => rm(this.ballast) }
  }

  /** What fills it. */
  get ballast(): string {
    return join(this.folder, 'ballast')
  }

  /** @param free bytes that are left */
  async fill(free = 0): Promise<void> {
    // Again until it is full: a store may have taken a place meanwhile.
    while (!(await isFull(this.folder))) await appendFile(this.ballast, Buffer.alloc(page)).catch(() => undefined)
    const { size } = await stat(this.ballast)
    await truncate(this.ballast, size - free)
  }

  async unmount(): Promise<void> {
    await run('umount', [this.folder])
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function isFull(folder: string): Promise<boolean> {
  const { bavail } = await statfs(folder)
  return bavail === 0
}

// Bytes.
const page = 4_096
