import { Type } from '@sinclair/typebox'
import { type Answered, dialAtOnce } from './load/dial-at-once.ts'
import type { Progress } from './measure.ts'
import { ServerProcess } from './server-process.ts'
import type { DeadlineSettings } from './settings.ts'
import { median, quantile } from './statistics.ts'

/** How far past the budget answers came, ms; below 0 before it. */
export interface Lateness {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export interface DeadlineRound {
  /** Turns that got status 200 and a JSON reply with Type and Message. */
  readonly answered: number
  /** From the first hook that a request meets to the moment its answer has left. */
  readonly server: Lateness
  /** From the request's last byte out to the answer's last byte in. */
  readonly client: Lateness
  /** The same from the first move towards a connection on. */
  readonly dialled: Lateness
}

export interface DeadlineResult extends DeadlineSettings {
  readonly results: readonly DeadlineRound[]
  /** Median over the rounds of the server's p99, ms past the budget. */
  readonly p99: number
  /** ms past the budget that the p99 may be. */
  readonly within: number
  readonly holds: boolean
}

// The target, ms.
const within = 60

const times = Type.Array(Type.Number())

/**
 * Dials many sessions at once whose handlers never finish, and looks when they are answered. The server is a
 * process of its own, its clients are in this one.
 *
 * @throws when a connection breaks, an answer does not come within 10 s of the budget, or `signal` aborts
 */
export async function measureDeadline(
  settings: DeadlineSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DeadlineResult | undefined> {
  const { rounds, turns, budget, backlog } = settings
  if (rounds === 0) return undefined
  const server = await ServerProcess.start('deadline.ts', [`--budget=${budget}`, `--backlog=${backlog}`], signal)
  try {
    const path = server.pathOf('ussd')
    await dialAtOnce({ port: server.port, path, turns: 50, patience: budget + 10_000 }, signal)
    await server.ask(times, signal)
    const results: DeadlineRound[] = []
    for (let round = 1; round <= rounds; round++) {
      progress(`deadline: round ${round} of ${rounds}, ${turns} turns at once`)
      const answers = await dialAtOnce({ port: server.port, path, turns, patience: budget + 10_000 }, signal)
      results.push(roundOf(answers, await server.ask(times, signal), budget))
    }
    const p99 = median(results.map((result) => result.server.p99))
    const holds = p99 <= within && results.every(({ answered }) => answered === turns)
    return { ...settings, results, p99, within, holds }
  } finally {
    await server.stop()
  }
}

function roundOf(answers: readonly Answered[], server: readonly number[], budget: number): DeadlineRound {
  return {
    answered: answers.filter(({ isReply }) => isReply).length,
    server: latenessOf(server, budget),
    client: latenessOf(
      answers.map(({ sinceSent }) => sinceSent),
      budget,
    ),
    dialled: latenessOf(
      answers.map(({ sinceDialled }) => sinceDialled),
      budget,
    ),
  }
}

function latenessOf(figures: readonly number[], budget: number): Lateness {
  const past = (share: number): number => quantile(figures, share) - budget
  return { p50: past(0.5), p99: past(0.99), max: past(1) }
}
