import { fork } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from '../../program.ts'
import type { Answer } from './post.ts'
import type { PushBody } from './push-body.ts'

/** What a process of callers is to do. */
export interface Calls {
  readonly port: number
  /** Each round begins when the one before it is answered. */
  readonly rounds: readonly (readonly Partial<PushBody>[])[]
  /** Connections at once, each kept for the next push. */
  readonly connections: number
}

/** Pushes from a process of its own, so that the callers take no time of the server's; answers by round. */
export async function call(calls: Calls): Promise<Answer[][]> {
  const child = fork(programOf(new URL('./callers-process.ts', import.meta.url)), { execArgv: [] })
  child.send(calls)
  const [answers] = await once(child, 'message')
  child.disconnect()
  return answers
}
