import type { DeadlineResult, Lateness } from './deadline.ts'
import { describeDurable } from './durable/describe-durable.ts'
import type { DurableResult } from './durable/result.ts'
import type { Machine } from './machine.ts'
import type { RatioResult, WorkloadResult } from './measure.ts'
import { peers } from './peers.ts'
import type { Settings } from './settings.ts'
import { median } from './statistics.ts'

/** Everything that one run found out; `--json` prints it as it is. */
export interface Results {
  readonly date: string
  readonly machine: Machine
  readonly versions: Readonly<Record<string, string>>
  readonly settings: Pick<Settings, 'rounds' | 'seconds' | 'connections'>
  readonly workloads: readonly WorkloadResult[]
  readonly deadline: DeadlineResult | undefined
  readonly durable: readonly DurableResult[]
  /** Whether every target holds. */
  readonly holds: boolean
}

/** The results as people read them. */
export function describeResults({ date, machine, versions, settings, workloads, deadline, durable }: Results): string {
  const { processor, cores, memory, system, load } = machine
  const { rounds, seconds, connections } = settings
  const lines = [
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    `${cores} x ${processor}, ${memory} GB, ${system}, load ${load.toFixed(1)} at the start, ${date.slice(0, 10)}`,
    `${rounds} alternating rounds of ${seconds} s, ${connections} connections, medians over the rounds${othersOf(workloads)}`,
    ...workloads.flatMap(describeWorkload),
    ...(deadline === undefined ? [] : describeDeadline(deadline)),
    ...durable.flatMap((result) => ['', ...describeDurable(result).flatMap(align)]),
  ]
  return lines.join('\n')
}

/** What else ran says how far single rounds can be believed. */
function othersOf(workloads: readonly WorkloadResult[]): string {
  const figures = workloads.flatMap(({ peers }) => peers.flatMap(({ rounds }) => rounds.map(({ others }) => others)))
  return figures.length === 0 ? '' : `; other programs used ${median(figures).toFixed(1)} cores meanwhile`
}

function describeWorkload({ title, peers: results, ratios }: WorkloadResult): string[] {
  const rows = results.map(({ peer, median: { turnsPerSecond, cpuPerTurn, busy, p50, p99, memory } }) => [
    `  ${peers[peer].label}`,
    Math.round(turnsPerSecond).toLocaleString('en'),
    cpuPerTurn.toFixed(1),
    `${Math.round(busy * 100)} %`,
    p50.toFixed(2),
    p99.toFixed(2),
    Math.round(memory).toString(),
  ])
  return [
    '',
    ...align([[title, 'a second', 'CPU µs', 'busy', 'p50 ms', 'p99 ms', 'MB'], ...rows]),
    ...align(ratios.map(describeRatio)),
  ]
}

function describeRatio({ of, to, median: middle, rounds, cpuMedian, atLeast, holds }: RatioResult): string[] {
  return [
    `  ${peers[of].label} / ${peers[to].label}`,
    middle.toFixed(2),
    `(${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}; by CPU ${cpuMedian.toFixed(2)})`,
    atLeast === undefined ? '' : `target ${atLeast}: ${holds ? 'holds' : 'DOES NOT HOLD'}`,
  ]
}

function describeDeadline({ turns, budget, backlog, results, p99, within, holds }: DeadlineResult): string[] {
  const rows = results.flatMap(({ answered, server, client, dialled }, position) => [
    [`  round ${position + 1}, server clock`, ...describeLateness(server), `${answered} of ${turns}`],
    ['  client clock, since sent', ...describeLateness(client), ''],
    ['  client clock, since dialled', ...describeLateness(dialled), ''],
  ])
  const title = `${turns.toLocaleString('en')} turns at once that never finish, ${budget} ms budget, backlog ${backlog}`
  return [
    '',
    title,
    ...align([['  ms past the budget', 'p50', 'p99', 'max', 'answered'], ...rows]),
    `  server p99 ${p99.toFixed(1)} ms past the budget  target ${within}: ${holds ? 'holds' : 'DOES NOT HOLD'}`,
  ]
}

function describeLateness({ p50, p99, max }: Lateness): string[] {
  return [p50.toFixed(1), p99.toFixed(1), max.toFixed(1)]
}

/** The first column to the left, the others to the right. */
function align(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  }
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
