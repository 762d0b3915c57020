import type { Progress } from '../measure.ts'
import { type AcceptRates, BenchServer, type BenchServerSettings } from './bench-server.ts'
import { type DurableRow, rowOf } from './result.ts'
import type { DurableSettings } from './settings.ts'

/** A server that takes part, and what it is called. */
export interface Peer extends BenchServerSettings {
  readonly label: string
}

/** What one did, round by round. */
export interface Measured {
  readonly label: string
  readonly rounds: readonly AcceptRates[]
}

/** Every server in every round, one after the other. */
export async function inTurns(
  peers: readonly Peer[],
  { rounds, seconds, connections }: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly Measured[]> {
  const measured: { readonly label: string; readonly server: BenchServer; readonly rounds: AcceptRates[] }[] = []
  try {
    for (const { label, ...settings } of peers) {
      measured.push({ label, server: await BenchServer.start(settings, signal), rounds: [] })
    }
    for (const { label, server } of measured) {
      progress(`payments: ${label} warms up`)
      await server.load(connections, 2 * seconds, signal)
      await server.workOff(signal)
    }
    for (let round = 1; round <= rounds; round++) {
      for (const { label, server, rounds: figures } of measured) {
        progress(`payments: round ${round} of ${rounds}, ${label}`)
        figures.push(await server.load(connections, seconds, signal))
        await server.workOff(signal)
      }
    }
    return measured
  } finally {
    await Promise.all(measured.map(({ server }) => server.stop()))
  }
}

function roundsOf({ label }: Peer, measured: readonly Measured[]): readonly AcceptRates[] {
  return measured.find((one) => one.label === label)?.rounds ?? []
}

/** Of each round. */
export function acceptedBy(peer: Peer, measured: readonly Measured[]): number[] {
  return roundsOf(peer, measured).map(({ accepted }) => accepted)
}

/** Of each round. */
export function doneBy(peer: Peer, measured: readonly Measured[]): number[] {
  return roundsOf(peer, measured).map(({ done }) => done)
}

/** The row of a peer. */
export function describe({ label, rounds }: Measured): DurableRow {
  return rowOf(
    label,
    rounds.map(({ accepted, done, left, cpu, p50, p99, memory }) => ({
      'accepted/s': accepted,
      'done/s': done,
      ...(left === undefined ? {} : { left }),
      'CPU µs': cpu,
      'p50 ms': p50,
      'p99 ms': p99,
      MB: memory,
    })),
  )
}
