import { rm, writeFile } from 'node:fs/promises'
import { ApplicationProcess, EndedEarly } from './application-process.ts'
import type { ApplicationSettings } from './application-settings.ts'
import type { KillOrder } from './moments.ts'

/** One of the processes of an application, with orders to end of its own, started again whenever it was ended. */
export class MortalProcess {
  readonly #settings: ApplicationSettings
  readonly #orderFile: string
  readonly #env: Readonly<Record<string, string>>
  #running: ApplicationProcess

  /**
   * @param orderFile where its orders to end are placed
   * @param clock how far its clock is ahead, ms
   */
  static async start(settings: ApplicationSettings, orderFile: string, clock = 0): Promise<MortalProcess> {
    const env = { FAULTS_CLOCK: String(clock) }
    return new MortalProcess(settings, orderFile, env, await ApplicationProcess.start(settings, { orderFile, env }))
  }

  private constructor(
    settings: ApplicationSettings,
    orderFile: string,
    env: Readonly<Record<string, string>>,
    running: ApplicationProcess,
  ) {
    this.#env = env
    this.#settings = settings
    this.#orderFile = orderFile
    this.#running = running
  }

  get port(): number {
    return this.#running.port
  }

  get isOver(): boolean {
    return this.#running.isOver
  }

  /** Resolves when it has ended, with what ended it. */
  get ended(): Promise<string> {
    return this.#running.ended
  }

  /** The process that runs, or ran last. */
  get running(): ApplicationProcess {
    return this.#running
  }

  async order(order: KillOrder): Promise<void> {
    await writeFile(this.#orderFile, JSON.stringify(order))
  }

  /** Stops it where it is, as a machine does that is frozen. */
  pause(): void {
    if (!this.isOver) process.kill(this.#running.pid, 'SIGSTOP')
  }

  goOn(): void {
    if (!this.isOver) process.kill(this.#running.pid, 'SIGCONT')
  }

  async kill(): Promise<void> {
    await this.#running.kill()
  }

  async startAgain(): Promise<void> {
    await rm(this.#orderFile, { force: true })
    this.#running = await ApplicationProcess.start(this.#settings, { orderFile: this.#orderFile, env: this.#env })
  }

  /** Starts it with an order that may hold before it listens. @returns whether it lived long enough to listen */
  async startInDanger(order: KillOrder): Promise<boolean> {
    await this.order(order)
    try {
      this.#running = await ApplicationProcess.start(this.#settings, { orderFile: this.#orderFile, env: this.#env })
      return true
    } catch (error) {
      if (error instanceof EndedEarly && error.why === 'SIGKILL') return false
      throw error
    }
  }
}
