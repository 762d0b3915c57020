import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { programOf } from '../../../program.ts'

/** What an application in another process tells its test. */
export type Told =
  | { readonly did: 'listen'; readonly port: number }
  | { readonly did: 'ran'; readonly message: string }
  | { readonly did: 'finished'; readonly isOurs: boolean }

/** An application in a process of its own, on a SQLite file. */
export class Application {
  readonly port: number
  readonly #child: ChildProcess
  readonly #told: Told[]

  private constructor(child: ChildProcess, told: Told[], port: number) {
    this.#child = child
    this.#told = told
    this.port = port
  }

  static async start(file: string, budget = 6_000): Promise<Application> {
    const script = programOf(new URL('./serve.ts', import.meta.url))
    const child = fork(script, [file, String(budget)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const told: Told[] = []
    child.on('message', (message: Told) => told.push(message))
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const listening = await until(child, told, ({ did }) => did === 'listen')
    return new Application(child, told, listening.did === 'listen' ? listening.port : 0)
  }

  /** Messages with which its handler ran. */
  get runs(): readonly string[] {
    return this.#told.flatMap((told) => (told.did === 'ran' ? [told.message] : []))
  }

  /** Waits until it has told something. */
  async hasTold(did: Told['did']): Promise<void> {
    await until(this.#child, this.#told, (told) => told.did === did)
  }

  /** Lets the handler end that waits. */
  finishWork(): void {
    this.#child.send('finish')
  }

  /** At once, as a power switch does it for a process. */
  async kill(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}

async function until(child: ChildProcess, told: readonly Told[], fits: (one: Told) => boolean): Promise<Told> {
  for (;;) {
    const found = told.find(fits)
    if (found !== undefined) return found
    const signal = AbortSignal.timeout(200_000)
    await Promise.race([once(child, 'message', { signal }), ended(child, signal)])
  }
}

async function ended(child: ChildProcess, signal: AbortSignal): Promise<never> {
  await once(child, 'exit', { signal })
  throw new Error('the application ended by itself')
}
