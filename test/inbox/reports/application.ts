import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { programOf } from '../../program.ts'
import { eventually } from '../deliveries/workshop.ts'

/** Where an application can be told to stay. */
export type Step = 'handling' | 'posting'

/** An application in a process of its own, whose fulfilments are reported. */
export class Application {
  readonly #child: ChildProcess
  readonly #steps: Step[] = []
  #port = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (told: { readonly step?: Step; readonly port?: number }) => {
      if (told.step !== undefined) this.#steps.push(told.step)
      this.#port = told.port ?? this.#port
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
  }

  static async start(file: string, url: string, stayAt?: Step): Promise<Application> {
    const script = programOf(new URL('./serve.ts', import.meta.url))
    const arguments_ = [file, url, ...(stayAt === undefined ? [] : [stayAt])]
    const application = new Application(fork(script, arguments_, { execArgv: [] }))
    await eventually(() => application.#port !== 0)
    return application
  }

  get steps(): readonly Step[] {
    return this.#steps
  }

  async push(notice: object): Promise<number> {
    const { status } = await fetch(`http://127.0.0.1:${this.#port}/fulfilment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notice),
    })
    return status
  }

  async reaches(step: Step): Promise<void> {
    await eventually(() => this.#steps.includes(step))
  }

  /** At once, as a power switch does it for a process. */
  async kill(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}
