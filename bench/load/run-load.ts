import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import type { Step, Workload } from '../workloads.ts'
import type { Expected } from './expect-answers.ts'
import { Line } from './line.ts'
import { type Addressed, Request } from './request.ts'

/** Where load goes, and how much. */
export interface LoadSettings {
  readonly port: number
  readonly path: string
  readonly workload: Pick<Workload, 'steps'>
  readonly expected: readonly Expected[]
  readonly connections: number
  readonly seconds: number
  /** What the load does between answers: a server of one thread has a core of its own, one with more needs both. */
  readonly between: 'stays awake' | 'sleeps'
  /** The requests of a line; those of the workload's steps when not given. */
  readonly requestOf?: ((step: Step, port: number, path: string) => Addressed) | undefined
}

/** What came back. Every answer was the right one, or nothing is returned. */
export interface Loaded {
  readonly turns: number
  readonly seconds: number
  /** ms from a turn's last byte out to its answer's last byte in. */
  readonly p50: number
  readonly p99: number
}

/**
 * Keeps a server busy over keep-alive connections, each with one turn under way at a time.
 *
 * @throws when an answer is wrong, a connection breaks, or `signal` aborts
 */
export async function runLoad(settings: LoadSettings, signal: AbortSignal): Promise<Loaded> {
  const { port, connections, seconds } = settings
  const times: number[] = []
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  const { promise: nobodyLeft, resolve: ranOut } = Promise.withResolvers<void>()
  let isOver = false
  const lines = Array.from(
    { length: connections },
    () =>
      new Line({
        port,
        steps: stepsOf(settings),
        onAnswer: (ms) => {
          if (!isOver) times.push(ms)
          return !isOver
        },
        onWrong: fail,
        onNobodyLeft: ranOut,
      }),
  )
  try {
    // Connecting is no part of the figure.
    await Promise.race([Promise.all(lines.map(({ connected }) => connected)), failed])
    const startedAt = performance.now()
    for (const line of lines) line.send()
    if (settings.between === 'stays awake') stayAwake(() => !isOver)
    await Promise.race([sleep(seconds * 1_000, undefined, { signal }), failed, nobodyLeft])
    isOver = true
    const elapsed = (performance.now() - startedAt) / 1_000
    if (times.length === 0) throw new Error(`no turn was answered in ${elapsed.toFixed(1)} s: the machine is too busy`)
    return { turns: times.length, seconds: elapsed, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  } finally {
    isOver = true
    for (const line of lines) line.hangUp()
  }
}

/**
 * Keeps the event loop from sleeping. Waking a process that sleeps is work for whoever writes to it: on one machine
 * the server would pay for it with each answer, and the slower one more often. From another machine nobody would.
 */
function stayAwake(isNeeded: () => boolean): void {
  if (isNeeded()) setImmediate(stayAwake, isNeeded)
}

/** Each line has requests of its own: it writes its sessions into them. */
function stepsOf({ workload, expected, port, path, requestOf = requestFor }: LoadSettings) {
  return workload.steps.map((step, position) => {
    const answer = expected[position]
    if (answer === undefined) throw new Error('a step has no expected answer')
    return { request: requestOf(step, port, path), expected: answer }
  })
}

function requestFor(step: Step, port: number, path: string): Addressed {
  return new Request(step, port, path)
}
