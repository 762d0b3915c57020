import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { type Expected, expectAnswers } from '../load/expect-answers.ts'
import { type Loaded, runLoad } from '../load/run-load.ts'
import { type Paced, runPaced } from '../load/run-paced.ts'
import { ServerProcess } from '../server-process.ts'
import type { Step } from '../workloads.ts'

const told = Type.Object({
  cpu: Type.Number(),
  busy: Type.Number(),
  idle: Type.Number(),
  memory: Type.Number(),
  /** Entries that are done. */
  done: Type.Number(),
  /** Accepted and not done yet; not given where that is no more than what is under way. */
  left: Type.Optional(Type.Number()),
  /** ms from sending to the handler, of all since this was asked last. */
  toHandler: Type.Array(Type.Number()),
})

/** What a closed load came to. */
export interface AcceptRates extends Loaded {
  /** 2xx a second. */
  readonly accepted: number
  /** Entries that became done, a second. */
  readonly done: number
  /** Accepted and not done when the load ended; undefined where that is no more than what was under way. */
  readonly left?: number
  /** Of the server for one accept, microseconds. */
  readonly cpu: number
  /** MB */
  readonly memory: number
}

/** A server over some store, and the one kind of push that is sent to it. */
export class BenchServer {
  readonly #server: ServerProcess
  readonly #path: string
  readonly #step: Step
  readonly #expected: Expected

  static async start({ file, args, env, kind, step }: BenchServerSettings, signal: AbortSignal): Promise<BenchServer> {
    const server = await ServerProcess.start(file, args, signal, env)
    try {
      const path = server.pathOf(kind)
      const [expected] = await expectAnswers(server.port, path, { steps: [step] }, signal)
      if (expected === undefined) throw new Error('a step has no expected answer')
      return new BenchServer(server, path, step, expected)
    } catch (error) {
      await server.stop()
      throw error
    }
  }

  private constructor(server: ServerProcess, path: string, step: Step, expected: Expected) {
    this.#server = server
    this.#path = path
    this.#step = step
    this.#expected = expected
  }

  /** As many requests as it answers, each connection with one under way. */
  async load(connections: number, seconds: number, signal: AbortSignal): Promise<AcceptRates> {
    const before = await this.#server.ask(told, signal)
    const { port } = this.#server
    const settings = { port, path: this.#path, workload: { steps: [this.#step] }, expected: [this.#expected] }
    const loaded = await runLoad({ ...settings, connections, seconds, between: 'sleeps' }, signal)
    const after = await this.#server.ask(told, signal)
    return {
      ...loaded,
      ...(after.left === undefined ? {} : { left: after.left }),
      accepted: loaded.turns / loaded.seconds,
      done: (after.done - before.done) / loaded.seconds,
      cpu: (after.cpu - before.cpu) / loaded.turns,
      memory: after.memory / 2 ** 20,
    }
  }

  /** Waits until what it accepted is done, so that this is no work beside the next one's load. */
  async workOff(signal: AbortSignal): Promise<void> {
    while (((await this.#server.ask(told, signal)).left ?? 0) > 0) await sleep(100, undefined, { signal })
  }

  /** So many requests a second. */
  pace(rate: number, connections: number, seconds: number, signal: AbortSignal): Promise<Paced> {
    const { port } = this.#server
    const settings = { port, path: this.#path, step: this.#step, expected: this.#expected }
    return runPaced({ ...settings, connections, rate, seconds }, signal)
  }

  /** ms from sending to the handler, of all since this was asked last. */
  async toHandler(signal: AbortSignal): Promise<readonly number[]> {
    return (await this.#server.ask(told, signal)).toHandler
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }
}

export interface BenchServerSettings {
  readonly file: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly kind: 'checkout' | 'deliveryReport' | 'ussd'
  readonly step: Step
}
