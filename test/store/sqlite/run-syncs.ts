import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { SyncShim } from '../../faults/harness/sync-shim.ts'
import { programOf } from '../../program.ts'

/** Syncs of the file of turns in a process of its own: while twenty turns are worked, and while twenty effects begin. */
export async function runSyncs(
  file: string,
  shim: SyncShim,
): Promise<{ readonly turns: number; readonly effects: number }> {
  const script = programOf(new URL('./child-effects.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...shim.env },
  })
  try {
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the process has ended with ${code}`)))
    ended.catch(() => undefined)
    const counts: number[] = []
    for (const _stage of ['open', 'turns', 'effects']) {
      await Promise.race([once(child.stdout, 'data'), ended])
      counts.push(shim.syncs().length)
      child.stdin.write('go on\n')
    }
    const [open = 0, turns = 0, effects = 0] = counts
    return { turns: turns - open, effects: effects - turns }
  } finally {
    child.kill('SIGKILL')
  }
}
