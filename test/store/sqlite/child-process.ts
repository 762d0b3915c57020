import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { programOf } from '../../program.ts'

/** Another process on the file, which has kept an entry and holds a claim. */
export async function startChild(file: string, then: 'stay' | 'close' | 'leave' = 'stay') {
  const script = programOf(new URL('./child-store.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file, then], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const errors: string[] = []
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error(`the process has ended: ${errors.join('')}`)
    }),
  ])
  return {
    pid: child.pid,
    ended,
    errors,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
