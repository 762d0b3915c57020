import { Listeners } from './listeners.ts'

/**
 * The process of the application, as what started it knows it: the page shows it.
 *
 * @example
 * sim.appProcess = { name: 'app.ts', state: 'up', since: sim.now(), starts: 2, problem: null }
 */
export interface AppProcess {
  /** What was started: a file, or a command. */
  readonly name: string
  readonly state: 'starting' | 'up' | 'down'
  /** Since when, epoch ms, by the simulator's clock. */
  readonly since: number
  /** How often it came up. */
  readonly starts: number
  /** What it said when it went down; null where it is not down, or said nothing. */
  readonly problem: string | null
}

/** What is known of the application's process, and who wants to hear of it. */
export class KnownProcess {
  readonly changes = new Listeners()
  #now: AppProcess | null = null

  get now(): AppProcess | null {
    return this.#now
  }

  set now(process: AppProcess | null) {
    this.#now = process
    this.changes.tell()
  }

  /** That it is down, and why; null where it isn't, or nobody says. */
  get whyDown(): string | null {
    if (this.#now?.state !== 'down') return null
    const { name, problem } = this.#now
    return `${name} is down${problem === null ? '' : `: ${problem}`}`
  }

  /** How often it came up. */
  get starts(): number {
    return this.#now?.starts ?? 0
  }

  /** That it ended, or was started again, since it had come up so often; null where it didn't, or nobody says. */
  whyCut(starts: number): string | null {
    if (this.#now === null || (this.#now.state === 'up' && this.#now.starts === starts)) return null
    return this.whyDown ?? `${this.#now.name} was restarted before it answered`
  }

  /** When it is not starting any more: undefined where it isn't now, so that nothing waits. */
  get settled(): Promise<void> | undefined {
    if (this.#now?.state !== 'starting') return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.changes.on(() => {
      if (this.#now?.state !== 'starting') resolve()
    })
    return promise.finally(stop)
  }
}
