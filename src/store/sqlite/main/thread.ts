import { createRequire } from 'node:module'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { ToldClaim } from '../inbox/lanes.ts'
import type { Failed } from './failures.ts'

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

/**
 * What a thread runs: this file's neighbour as it was built, also where this file runs as TypeScript. Threads in which
 * Node strips types hold a WebAssembly each, and when such threads end while others start, V8 now and then ends the
 * process.
 */
function workerFile(): string {
  try {
    return createRequire(import.meta.url).resolve('#sqlite-worker')
  } catch (error) {
    throw new Error(
      'a bundle lacks the file of its threads: leave fastify-merchant-webhooks out of the bundle, as external',
      {
        cause: error,
      },
    )
  }
}

// MB of young objects, of which Node would let a busy thread have some 100: half of those live on for a moment, so that each time
// they are looked through the thread stood still for 6 ms, and up to 24. So it does for less than 4, and takes 150 MB less.
const resourceLimits = { maxYoungGenerationSizeMb: 24 }

/**
 * A thread of Node's: one that was prepared, or that a store has left, if there is one. What it is asked comes by a port of its role: when
 * that is closed in order, the thread is free for the next store.
 */
export const startThread: StartThread = (role, listener) => {
  const [unusedThread = new UnusedThread()] = unused
  unused.delete(unusedThread)
  const { worker } = unusedThread
  const { port1, port2 } = new MessageChannel()
  const end = (): void => listener.ended(unusedThread.why)
  let isClosed = false
  worker.ref()
  worker.on('exit', end)
  port1.on('message', (message: FromWorker) => {
    isClosed = message === 'closed'
    listener.message(message)
  })
  // Of a thread that dies it is closed too.
  port1.on('close', () => {
    if (!isClosed) return
    worker.off('exit', end)
    unusedThread.keep()
    end()
  })
  port1.unref()
  worker.postMessage({ role, port: port2 }, [port2])
  return {
    post: (message, transfer) => port1.postMessage(message, [...transfer]),
    hold: () => worker.ref(),
    release: () => worker.unref(),
    end: () => void worker.terminate(),
  }
}

/**
 * Starts the threads of the two writers, which takes Node some 80 ms, before it is known what they are for. Those that nobody takes keep
 * no process from ending, and are there for the next store.
 */
export function prepareThreads(): void {
  try {
    while (unused.size < 2) unused.add(new UnusedThread())
  } catch {
    // Where threads are not allowed the store says so when it is opened.
  }
}

/** A thread that waits for its role. */
class UnusedThread {
  readonly worker = new Worker(workerFile(), { resourceLimits, ...workerArguments(process.execArgv) })
  why = 'its worker thread has ended'

  constructor() {
    this.worker.unref()
    this.worker.on('error', (error: Error) => {
      this.why = `its worker thread has ended: ${error.message}`
    })
    this.worker.on('exit', () => unused.delete(this))
  }

  /** For the next store: to start one takes 40 ms of the processor. More than one store needs are not kept. */
  keep(): void {
    this.worker.unref()
    if (unused.size < 3) unused.add(this)
    else void this.worker.terminate()
  }
}

const unused = new Set<UnusedThread>()

/** What a worker's Node is started with: the same as this one, unless that was given its script as text. */
export function workerArguments(execArgv: readonly string[]): { readonly execArgv?: string[] } {
  return execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {}
}

/** What a thread is told when a store takes it. */
export interface Taken {
  readonly role: WorkerRole
  /** Where it is asked, and answers. */
  readonly port: MessagePort
}

/** What a worker thread is for. */
export type WorkerRole =
  | { readonly role: 'lock'; readonly file: string }
  | { readonly role: 'inbox'; readonly file: string; readonly told: readonly ToldClaim[] }
  | { readonly role: 'turns'; readonly file: string; readonly holders: readonly number[] }
  | { readonly role: 'reader'; readonly files: Readonly<Record<FileName, string>> }

/** What a worker thread is told. */
export type ToWorker<Task> = TaskMessage<Task> | 'checkpoint' | 'close'

/** Tasks, how many bytes of payload each has, and the payloads one after the other. */
export interface TaskMessage<Task> {
  readonly tasks: readonly Task[]
  readonly sizes: readonly number[]
  readonly bytes: Uint8Array
}

/** What a worker thread tells. */
export type FromWorker =
  | Answers
  /** There may be something to do. */
  | 'news'
  /** The file is open. */
  | 'ready'
  | Refusal
  | Told
  /** The log of that file is long, and nearly all of it is in the file. */
  | { readonly longLog: FileName }
  | 'closed'

/** Answers in the order of the tasks, and how often they were committed. */
export interface Answers {
  readonly answers: readonly unknown[]
  readonly commits: number
  readonly news: boolean
}

/** What has begun to stand in the way of the file's work, or, where it is undefined, does so no longer. */
export interface Told {
  readonly trouble: string | undefined
}

/** The file cannot be opened now; it is tried again with the next task. */
export interface Refusal extends Failed {
  /** Waiting does not help: something else, or a newer version, has written it. */
  readonly isSchema: boolean
}

/** The two files of a store. */
export type FileName = 'inbox' | 'turns'
