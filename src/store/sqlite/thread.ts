import { Worker } from 'node:worker_threads'
import type { FromWorker } from './messages.ts'
import { workerArguments } from './worker-arguments.ts'
import type { WorkerRole } from './worker-role.ts'

/** A worker thread as the rest sees it. */
export interface Thread {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void
  /** Keeps the process alive, as it does from its start, or no longer. */
  hold(): void
  release(): void
  /** Ends it at once. */
  end(): void
}

/** Who listens to a thread. */
export interface ThreadListener {
  message(message: FromWorker): void
  /** Told once, whether it was asked for or not. */
  ended(why: string): void
}

/** How a thread is started. */
export type StartThread = (role: WorkerRole, listener: ThreadListener) => Thread

/** A thread of Node's: this file's neighbour, as TypeScript or as it was built. */
export const startThread: StartThread = (role, listener) => {
  const file = new URL(import.meta.url.replace(/thread(\.\w+)$/, 'worker$1'))
  const worker = new Worker(file, { workerData: role, ...workerArguments(process.execArgv) })
  let why = 'its worker thread has ended'
  worker.on('message', (message: FromWorker) => listener.message(message))
  worker.on('error', (error: Error) => {
    why = `its worker thread has ended: ${error.message}`
  })
  worker.on('exit', () => listener.ended(why))
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    hold: () => worker.ref(),
    release: () => worker.unref(),
    end: () => void worker.terminate(),
  }
}
