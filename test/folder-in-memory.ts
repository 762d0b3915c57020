import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const name = /^fmw-tests-(\d+)-/
// Bytes that a run may need.
const room = 4 * 2 ** 30

/**
 * Set up once for a run of tests: on Linux their temporary files stay in memory. What a killed process wrote is there as on a
 * disk, and syncs are made and counted as on a disk, but none is waited for.
 */
export default function setup(): (() => void) | undefined {
  if (freeIn(memory) < room) return undefined
  for (const left of readdirSync(memory)) {
    const pid = Number(name.exec(left)?.[1] ?? process.pid)
    if (!isRunning(pid)) forget(join(memory, left))
  }
  const before = process.env.TMPDIR
  const folder = mkdtempSync(join(memory, `fmw-tests-${process.pid}-`))
  // A PostgreSQL of a run as root is another user's.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  // Processes that tests start read the package's source: each after the first takes half the time.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  return () => {
    delete process.env.NODE_COMPILE_CACHE
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    // A process that a test has ended may still write what it compiled.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** What a run that was killed left. A small disk that it mounted there is busy, and is no reason not to run. */
function forget(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.warn(`What an earlier run left in ${folder} stays there`, error)
  }
}

function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
