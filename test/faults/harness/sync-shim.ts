import { execFile } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CannotRun } from './cannot-run.ts'
import { linesOf } from './effects.ts'

/** One sync of a watched file. Times are those of `process.hrtime`, ns. */
export interface Sync {
  readonly began: bigint
  readonly ended: bigint
  readonly path: string
}

/** Watches the syncs of processes that are started with `env`, and delays them: see sync-shim.c. */
export class SyncShim {
  readonly env: Readonly<Record<string, string>>
  readonly #folder: string
  readonly #control: number

  /**
   * Compiles the shim.
   *
   * @param watched part of the paths of the files that are watched
   * @throws CannotRun where that cannot be done
   */
  static async make(watched: string): Promise<SyncShim> {
    if (process.platform !== 'linux')
      throw new CannotRun(`syncs are watched on Linux only, this is ${process.platform}`)
    const folder = await mkdtemp(join(tmpdir(), 'fmw-shim-'))
    // The server of a test may run as another user.
    await chmod(folder, 0o755)
    const library = join(folder, 'sync-shim.so')
    const source = fileURLToPath(new URL('sync-shim.c', import.meta.url))
    try {
      await promisify(execFile)('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw new CannotRun(`there is no C compiler for the shim that watches syncs: ${error}`)
    }
    const log = join(folder, 'syncs.log')
    const control = join(folder, 'delay')
    await writeFile(log, '')
    await writeFile(control, Buffer.alloc(4))
    // Whatever umask this runs under.
    for (const [file, mode] of [
      [library, 0o755],
      [log, 0o666],
      [control, 0o644],
    ] as const)
      await chmod(file, mode)
    return new SyncShim(folder, openSync(control, 'r+'), {
      LD_PRELOAD: library,
      SYNC_SHIM_WATCH: watched,
      SYNC_SHIM_LOG: log,
      SYNC_SHIM_CONTROL: control,
    })
  }

  private constructor(folder: string, control: number, env: Readonly<Record<string, string>>) {
    this.#folder = folder
    this.#control = control
    this.env = env
  }

  /** ms that every sync takes besides from now on. */
  delay(ms: number): void {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(ms)
    writeSync(this.#control, bytes, 0, 4, 0)
  }

  /** Every sync so far, in the order of their ends. */
  syncs(): Sync[] {
    return linesOf(join(this.#folder, 'syncs.log')).map((line) => {
      const [began = '', ended = '', , ...path] = line.split(' ')
      return { began: BigInt(began), ended: BigInt(ended), path: path.join(' ') }
    })
  }

  async close(): Promise<void> {
    closeSync(this.#control)
    await rm(this.#folder, { recursive: true, force: true })
  }
}
