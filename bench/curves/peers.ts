import { type Expected, expectAnswers } from '../load/expect-answers.ts'
import { Line } from '../load/line.ts'
import { Request } from '../load/request.ts'
import { runLoad } from '../load/run-load.ts'
import { ServerProcess } from '../server-process.ts'
import { median } from '../statistics.ts'
import type { Step } from '../workloads.ts'

/** A server that is measured, and the one kind of push that it gets. */
export interface CurvePeer {
  readonly label: string
  readonly file: string
  readonly args: readonly string[]
  readonly kind: 'checkout' | 'ussd'
  readonly steps: readonly Step[]
}

/** Medians over the rounds. */
export interface Rates {
  /** A second. */
  readonly rate: number
  /** ms, by the client's clock. */
  readonly p99: number
  /** User and system time of the server for one push, µs. */
  readonly cpu: number
}

/** How long and how wide. */
export interface LoadForm {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

/** A peer that runs. */
export class RunningPeer {
  readonly label: string
  readonly #server: ServerProcess
  readonly #path: string
  readonly #steps: readonly Step[]
  readonly #expected: readonly Expected[]

  static async start({ label, file, args, kind, steps }: CurvePeer, signal: AbortSignal): Promise<RunningPeer> {
    const server = await ServerProcess.start(file, args, signal)
    try {
      const path = server.pathOf(kind)
      const expected = await expectAnswers(server.port, path, { steps }, signal)
      return new RunningPeer(label, server, path, steps, expected)
    } catch (error) {
      await server.stop()
      throw error
    }
  }

  private constructor(
    label: string,
    server: ServerProcess,
    path: string,
    steps: readonly Step[],
    expected: readonly Expected[],
  ) {
    this.label = label
    this.#server = server
    this.#path = path
    this.#steps = steps
    this.#expected = expected
  }

  /** One round of load. */
  async load({ connections, seconds }: Omit<LoadForm, 'rounds'>, signal: AbortSignal): Promise<Rates> {
    const { port } = this.#server
    const before = await this.#server.usage(signal)
    const settings = { port, path: this.#path, workload: { steps: this.#steps }, expected: this.#expected }
    const loaded = await runLoad({ ...settings, connections, seconds, between: 'sleeps' }, signal)
    const after = await this.#server.usage(signal)
    return { rate: loaded.turns / loaded.seconds, p99: loaded.p99, cpu: (after.cpu - before.cpu) / loaded.turns }
  }

  /** Sends the first step of so many sessions, and leaves them open. */
  async openSessions(count: number, connections: number): Promise<void> {
    const [step] = this.#steps
    const [expected] = this.#expected
    if (step === undefined || expected === undefined || count <= 0) return
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    let left = count
    const lines = Array.from({ length: Math.min(connections, count) }, () => {
      const request = new Request(step, this.#server.port, this.#path)
      return new Line({
        port: this.#server.port,
        steps: [{ request, expected }],
        onAnswer: () => {
          left -= 1
          if (left === 0) resolve()
          return left >= connections
        },
        onWrong: reject,
        onNobodyLeft: resolve,
      })
    })
    try {
      await Promise.all(lines.map(({ connected }) => connected))
      for (const line of lines) line.send()
      await done
    } finally {
      for (const line of lines) line.hangUp()
    }
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }
}

/** Each peer in each round, one after the other, so that what else the machine does falls on all of them. */
export async function inTurns(
  peers: readonly CurvePeer[],
  { rounds, ...form }: LoadForm,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<readonly (Rates & { readonly label: string })[]> {
  const running: RunningPeer[] = []
  try {
    for (const peer of peers) running.push(await RunningPeer.start(peer, signal))
    for (const peer of running) {
      progress(`${peer.label} warms up`)
      await peer.load(form, signal)
    }
    const figures = new Map(running.map((peer) => [peer, [] as Rates[]]))
    for (let round = 1; round <= rounds; round++) {
      for (const [peer, all] of figures) {
        progress(`round ${round} of ${rounds}: ${peer.label}`)
        all.push(await peer.load(form, signal))
      }
    }
    return [...figures].map(([{ label }, all]) => ({ label, ...medianOf(all) }))
  } finally {
    await Promise.all(running.map((peer) => peer.stop()))
  }
}

/** The middle of each figure. */
export function medianOf(all: readonly Rates[]): Rates {
  return {
    rate: median(all.map(({ rate }) => rate)),
    p99: median(all.map(({ p99 }) => p99)),
    cpu: median(all.map(({ cpu }) => cpu)),
  }
}
