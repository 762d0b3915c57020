import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EntryKind, EntryState } from '../../../src/store/entry.ts'
import type { StoreHealth } from '../../../src/store/store.ts'
import { programOf } from '../../program.ts'
import type { ApplicationSettings } from './application-settings.ts'

/** An entry as far as the checks look at it. */
export interface KeptEntry {
  readonly kind: EntryKind
  readonly id: string
  readonly reference: string | null
  readonly state: EntryState
  readonly failures: number
  readonly attempts: number
  readonly conflictsWith: string | null
  /** Why it was rejected. */
  readonly reason: string | null
}

/** What is asked of an application, and what it answers. */
interface Answers {
  count: Readonly<Record<EntryState, number>>
  health: StoreHealth
  memory: number
  entries: readonly KeptEntry[]
  close: undefined
}

/** How an application process is started besides its settings. */
export interface ProcessSettings {
  /** Where orders to end are placed. */
  readonly orderFile?: string | undefined
  /** Where its moments are written. */
  readonly momentsFile?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The folder of another checkout of this repository, whose application is to run; this one's without it. */
  readonly checkout?: string | undefined
}

/** An application in a process of its own, with worker threads of its own, that a test may kill. */
export class ApplicationProcess {
  readonly port: number
  /** Resolves when the process has ended, with what ended it. */
  readonly ended: Promise<string>
  readonly #child: ChildProcess
  readonly #said: () => string
  #isOver = false
  #questions = 0
  readonly #asked = new Map<number, Asked>()

  /** @throws when it ends before it listens, or does not listen in 180 s */
  static async start(
    settings: ApplicationSettings,
    { orderFile, momentsFile, env, checkout }: ProcessSettings = {},
  ): Promise<ApplicationProcess> {
    const program = (name: string) =>
      checkout === undefined
        ? programOf(new URL(`../application/${name}`, import.meta.url))
        : join(checkout, 'test/faults/application', name)
    const child = fork(program('serve.ts'), [JSON.stringify(settings)], {
      execArgv: ['--import', pathToFileURL(program('watch-moments.ts')).href],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'fmw-faults-compiled'),
        ...(orderFile === undefined ? {} : { FAULTS_ORDER: orderFile }),
        ...(momentsFile === undefined ? {} : { FAULTS_MOMENTS: momentsFile }),
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000)
    })
    const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code))
    const late = setTimeout(() => child.kill('SIGKILL'), 180_000)
    try {
      const port = await Promise.race([
        once(child, 'message').then(([message]) => message.port),
        ended.then((why) => {
          throw new EndedEarly(why, said)
        }),
      ])
      return new ApplicationProcess(child, port, ended, () => said)
    } finally {
      clearTimeout(late)
    }
  }

  private constructor(child: ChildProcess, port: number, ended: Promise<string>, said: () => string) {
    this.#child = child
    this.#said = said
    this.port = port
    this.ended = ended
    child.on('message', ({ id, answer, failed }: Answered) => {
      const asked = this.#asked.get(id)
      this.#asked.delete(id)
      if (failed === undefined) asked?.resolve(answer)
      else asked?.reject(new Error(failed))
    })
    ended.then(() => {
      this.#isOver = true
      for (const { reject } of this.#asked.values()) reject(new Error('the application has ended'))
    })
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** The last that it wrote to stderr. */
  get said(): string {
    return this.#said()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** @throws when it ends before it answers, or cannot */
  ask<Question extends keyof Answers>(question: Question): Promise<Answers[Question]> {
    const { promise, resolve, reject } = Promise.withResolvers<Answers[Question]>()
    if (this.#isOver) reject(new Error('the application has ended'))
    else {
      this.#questions += 1
      const id = this.#questions
      this.#asked.set(id, { resolve, reject })
      // Where it has ended meanwhile, whoever waits hears of that.
      this.#child.send({ id, question }, () => undefined)
    }
    return promise
  }

  /** Stops it where it stands, as a machine does that is short of memory. */
  pause(): void {
    this.#child.kill('SIGSTOP')
  }

  /** Lets it go on. */
  resume(): void {
    this.#child.kill('SIGCONT')
  }

  /** Ends it as a machine does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }

  /** Ends it as a deploy does. */
  async close(): Promise<void> {
    if (this.#isOver) return
    await this.ask('close')
    this.#child.disconnect()
    await this.ended
  }
}

/** An application that ended before it listened. */
export class EndedEarly extends Error {
  /** The signal or the exit code. */
  readonly why: string

  constructor(why: string, said: string) {
    super(`the application ended with ${why} before it listened\n${said}`)
    this.why = why
  }
}

interface Asked {
  // What an answer is follows from its question.
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

interface Answered {
  readonly id: number
  readonly answer: never
  readonly failed?: string
}
