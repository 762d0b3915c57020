import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { programOf } from '../../program.ts'

/** Another process on the store. */
export interface Child {
  /** What its job gave. */
  readonly told: Promise<unknown>
  /** Ends it as nothing can be done about, and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts one; it is gone when the test is over. */
export async function childOn(url: string, job: string): Promise<Child> {
  const child = fork(programOf(new URL('./children/worker.ts', import.meta.url)), [url, job], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const kill = () => end(child)
  onTestFinished(kill)
  const told = new Promise<unknown>((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'told' in message) resolve(message.told)
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the child ended with ${code}`)))
  })
  await ready
  return { told, kill }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
