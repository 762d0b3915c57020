import { type Expected, expectAnswers } from './load/expect-answers.ts'
import { type Loaded, runLoad } from './load/run-load.ts'
import { type PeerName, peers } from './peers.ts'
import { ServerProcess } from './server-process.ts'
import type { Usage } from './servers/report.ts'
import type { Settings } from './settings.ts'
import { median } from './statistics.ts'
import { watchOthers } from './watch-others.ts'
import type { Ratio, Workload } from './workloads.ts'

/** What one peer did in one round. */
export interface Figures {
  readonly turnsPerSecond: number
  /** User and system time of the server for one turn, microseconds: other programs on the machine move it less. */
  readonly cpuPerTurn: number
  /** How much of the time the server's event loop had work, 0 to 1. Well below 1, the load was the slower side. */
  readonly busy: number
  /** Client clock, ms. */
  readonly p50: number
  readonly p99: number
  /** Of the server's process, MB. */
  readonly memory: number
  /** Cores that other programs of the machine used meanwhile: the more, the less a single round says. */
  readonly others: number
}

export interface PeerResult {
  readonly peer: PeerName
  readonly rounds: readonly Figures[]
  readonly median: Figures
}

export interface RatioResult extends Ratio {
  /** Turns a second of one peer by those of the other, in each round. */
  readonly rounds: readonly number[]
  readonly median: number
  /** The same of CPU time: how many times less of it a turn took. */
  readonly cpuMedian: number
  /** Undefined without a target. */
  readonly holds: boolean | undefined
}

export interface WorkloadResult {
  readonly name: string
  readonly title: string
  readonly peers: readonly PeerResult[]
  readonly ratios: readonly RatioResult[]
}

/** Says what is going on. */
export type Progress = (line: string) => void

/**
 * Puts every workload's load on its peers, round after round, each peer in its turn (A B C, A B C …), so that
 * what else the machine does falls on all of them.
 *
 * @throws when a peer answers wrongly, or `signal` aborts
 */
export async function measure(settings: Settings, progress: Progress, signal: AbortSignal): Promise<WorkloadResult[]> {
  const servers = new Map<PeerName, ServerProcess>()
  try {
    for (const name of new Set(settings.workloads.flatMap((workload) => workload.peers))) {
      const { file, args } = peers[name]
      servers.set(name, await ServerProcess.start(file, args, signal))
    }
    const results: WorkloadResult[] = []
    const known = new Set<PeerName>()
    for (const workload of settings.workloads) {
      const targets = workload.peers.map((peer) => {
        const server = servers.get(peer)
        if (server === undefined) throw new Error(`${peer} was not started`)
        // What it does has been compiled, up to what this workload does otherwise.
        const warmUpSeconds = known.has(peer) ? settings.warmUpSeconds / 3 : settings.warmUpSeconds
        known.add(peer)
        return { peer, server, workload, warmUpSeconds }
      })
      results.push(await measureWorkload(workload, targets, settings, progress, signal))
    }
    return results
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
  }
}

interface Target {
  readonly peer: PeerName
  readonly server: ServerProcess
  readonly workload: Workload
  readonly warmUpSeconds: number
}

async function measureWorkload(
  workload: Workload,
  targets: readonly Target[],
  settings: Settings,
  progress: Progress,
  signal: AbortSignal,
): Promise<WorkloadResult> {
  const { rounds, seconds } = settings
  const warm: (Target & { readonly expected: readonly Expected[]; readonly rounds: Figures[] })[] = []
  for (const target of targets) {
    progress(`${workload.title}: ${peers[target.peer].label} warms up`)
    const { server, warmUpSeconds } = target
    const expected = await expectAnswers(server.port, server.pathOf(workload.kind), workload, signal)
    warm.push({ ...target, expected, rounds: [] })
    await runOn(target, expected, { ...settings, seconds: warmUpSeconds }, signal)
  }
  for (let round = 1; round <= rounds; round++) {
    for (const target of warm) {
      progress(`${workload.title}: round ${round} of ${rounds}, ${peers[target.peer].label}`)
      target.rounds.push(await runOn(target, target.expected, { ...settings, seconds }, signal))
    }
  }
  const results = warm.map(({ peer, rounds }) => ({ peer, rounds, median: medianOf(rounds) }))
  return {
    name: workload.name,
    title: workload.title,
    peers: results,
    ratios: workload.ratios.map((ratio) => compare(ratio, results)),
  }
}

async function runOn(
  { server, workload }: Target,
  expected: readonly Expected[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
  signal: AbortSignal,
): Promise<Figures> {
  const { port } = server
  const path = server.pathOf(workload.kind)
  const before = await server.usage(signal)
  const others = watchOthers()
  const loaded = await runLoad({ port, path, workload, expected, connections, seconds, between: 'stays awake' }, signal)
  const after = await server.usage(signal)
  return figuresOf(loaded, before, after, others(after.cpu - before.cpu))
}

function figuresOf({ turns, seconds, p50, p99 }: Loaded, before: Usage, after: Usage, others: number): Figures {
  const busy = after.busy - before.busy
  return {
    turnsPerSecond: turns / seconds,
    cpuPerTurn: (after.cpu - before.cpu) / turns,
    busy: busy / (busy + after.idle - before.idle),
    p50,
    p99,
    memory: after.memory / 2 ** 20,
    others,
  }
}

function medianOf(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number => median(rounds.map((round) => round[name]))
  return {
    turnsPerSecond: of('turnsPerSecond'),
    cpuPerTurn: of('cpuPerTurn'),
    busy: of('busy'),
    p50: of('p50'),
    p99: of('p99'),
    memory: of('memory'),
    others: of('others'),
  }
}

function compare(ratio: Ratio, results: readonly PeerResult[]): RatioResult {
  const of = roundsOf(results, ratio.of)
  const to = roundsOf(results, ratio.to)
  const rounds = of.map((round, position) => round.turnsPerSecond / (to[position]?.turnsPerSecond ?? Number.NaN))
  const cpu = of.map((round, position) => (to[position]?.cpuPerTurn ?? Number.NaN) / round.cpuPerTurn)
  const middle = median(rounds)
  const holds = ratio.atLeast === undefined ? undefined : middle >= ratio.atLeast
  return { ...ratio, rounds, median: middle, cpuMedian: median(cpu), holds }
}

function roundsOf(results: readonly PeerResult[], name: PeerName): readonly Figures[] {
  const found = results.find(({ peer }) => peer === name)
  if (found === undefined) throw new Error(`${name} was not measured`)
  return found.rounds
}
