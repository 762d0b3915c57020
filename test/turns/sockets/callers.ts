import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answer } from './post.ts'
import type { PushBody } from './push-body.ts'

/** What a thread of callers is to do. */
export interface Calls {
  readonly port: number
  /** Each round begins when the one before it is answered. */
  readonly rounds: readonly (readonly Partial<PushBody>[])[]
  /** Connections at once, each kept for the next push. */
  readonly connections: number
}

/** Pushes from a thread of its own, so that the callers take no time of the server's; answers by round. */
export async function call(calls: Calls): Promise<Answer[][]> {
  const worker = new Worker(new URL('./callers-thread.ts', import.meta.url), { workerData: calls })
  const [answers] = await once(worker, 'message')
  await worker.terminate()
  return answers
}
