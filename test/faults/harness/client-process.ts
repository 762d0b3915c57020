import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from '../../program.ts'
import type { Push } from './pushes.ts'
import type { Sent } from './send.ts'

/** A client in a process of its own, which sends one push many times at once. */
export class ClientProcess {
  readonly #child: ChildProcess

  static async start(): Promise<ClientProcess> {
    const child = fork(programOf(new URL('../application/push-at-once.ts', import.meta.url)), { execArgv: [] })
    await once(child, 'message')
    return new ClientProcess(child)
  }

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** @returns what came of each */
  async send(port: number, { path, body }: Push, times: number): Promise<readonly Sent[]> {
    const answered = once(this.#child, 'message')
    this.#child.send({ port, path, body, times })
    const [statuses] = await answered
    return statuses
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
