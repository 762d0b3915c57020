import { quantile } from '../statistics.ts'
import type { Step } from '../workloads.ts'
import type { Expected } from './expect-answers.ts'
import { PacedLine } from './paced-line.ts'
import { Request } from './request.ts'
import { nextSession } from './session-numbers.ts'

/** Requests that come at a rate of their own, whatever the server does. */
export interface PaceSettings {
  readonly port: number
  readonly path: string
  readonly step: Step
  readonly expected: Expected
  readonly connections: number
  /** Requests a second. */
  readonly rate: number
  readonly seconds: number
}

/** When requests were answered, ms since the moment that each of them was due. */
export interface Paced {
  readonly answered: number
  readonly p50: number
  readonly p99: number
}

/**
 * Sends requests at a constant rate. Their time is counted from when they were due, not from when a connection was
 * free for them: a server that stops for a moment is not spared those that would have come meanwhile.
 *
 * @throws when an answer is wrong, a connection breaks, or `signal` aborts
 */
export async function runPaced(settings: PaceSettings, signal: AbortSignal): Promise<Paced> {
  const { port, path, step, expected, connections, rate, seconds } = settings
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const idle: PacedLine[] = []
  const total = Math.round(rate * seconds)
  const times: number[] = []
  let sent = 0
  let startedAt = 0

  const pace = (): void => {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * rate) + 1)
    while (sent < due) {
      const line = idle.pop()
      if (line === undefined) return
      const dueAt = startedAt + (sent * 1_000) / rate
      sent += 1
      request.address(nextSession())
      request.stamp(process.hrtime.bigint())
      line.send(request, (at) => {
        times.push(at - dueAt)
        if (times.length === total) end()
      })
    }
  }
  const request = new Request(step, port, path)
  const lines = Array.from({ length: connections }, () => new PacedLine(port, expected.ending, free, fail))
  function free(line: PacedLine): void {
    idle.push(line)
    pace()
  }
  const stop = (): void => fail(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const keep = (): void => {
    if (sent === total || signal.aborted) return
    pace()
    // Between requests it sleeps: a load that never does would have one core for itself, and the server's threads the rest.
    setTimeout(keep, 1)
  }
  try {
    await Promise.race([Promise.all(lines.map(({ connected }) => connected)), failed])
    idle.push(...lines)
    startedAt = performance.now()
    keep()
    await Promise.race([over, failed])
    return { answered: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  } finally {
    sent = total
    signal.removeEventListener('abort', stop)
    for (const line of lines) line.hangUp()
  }
}
