import { databasesOf } from '../../test/faults/harness/new-database.ts'
import { startPostgres } from '../../test/postgres-server.ts'
import type { Progress } from '../measure.ts'
import { quantile } from '../statistics.ts'
import { BenchServer } from './bench-server.ts'
import { addWaiting, fillPostgres, fillSqlite } from './fill.ts'
import { report } from './pushes.ts'
import { compareRounds, type DurableResult, rowOf, type TargetResult } from './result.ts'
import { withScratch } from './scratch.ts'
import type { DurableSettings } from './settings.ts'

// Reports a second, each in a lane of its own.
const rate = 500

/** How long other lanes wait for their handler while one lane is stuck and much waits in it. */
export async function measureStuckLane(
  settings: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult> {
  const server = await startPostgres()
  try {
    return await withScratch(async (folder) => {
      const newDatabase = databasesOf(server.url)
      const [empty, full] = [await newDatabase(), await newDatabase()]
      const waiting = settings.stuckEntries
      const told = (count: number): void => {
        signal.throwIfAborted()
        progress(`stuck lane: ${count.toLocaleString('en')} of ${waiting.toLocaleString('en')} wait`)
      }
      await fillSqlite(`${folder}/full.db`, (inbox) => addWaiting(inbox, waiting, told))
      await fillPostgres(full, (inbox) => addWaiting(inbox, waiting, told))
      const sqlite = await compareStores(
        'SQLite',
        `--sqlite=${folder}/empty.db`,
        `--sqlite=${folder}/full.db`,
        settings,
        progress,
        signal,
      )
      const postgres = await compareStores(
        'PostgreSQL',
        `--postgres=${empty}`,
        `--postgres=${full}`,
        settings,
        progress,
        signal,
      )
      return {
        name: 'durable-stuck',
        title: `Time from sending to the handler, ${rate} a second in lanes of their own`,
        rows: [...sqlite.rows, ...postgres.rows],
        targets: [sqlite.target, postgres.target],
      }
    })
  } finally {
    await server.close()
  }
}

async function compareStores(
  name: string,
  empty: string,
  full: string,
  { rounds, seconds, connections, stuckEntries }: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ readonly rows: DurableResult['rows']; readonly target: TargetResult }> {
  const servers: BenchServer[] = []
  const measured = [empty, full].map((arg) => ({ arg, rounds: [] as Round[] }))
  try {
    for (const { arg } of measured) {
      const settings = { file: 'durable.ts', args: [arg], kind: 'deliveryReport', step: report } as const
      const server = await BenchServer.start(settings, signal)
      servers.push(server)
      await server.pace(rate, connections, seconds, signal)
      await server.toHandler(signal)
    }
    for (let round = 1; round <= rounds; round++) {
      for (const [place, server] of servers.entries()) {
        progress(`stuck lane: ${name}, round ${round} of ${rounds}`)
        await server.pace(rate, connections, seconds, signal)
        const times = await server.toHandler(signal)
        measured[place]?.rounds.push({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) })
      }
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
  const [free = [], stuck = []] = measured.map((one) => one.rounds)
  const row = (label: string, figures: readonly Round[]) =>
    rowOf(
      label,
      figures.map(({ p50, p99 }) => ({ 'p50 ms': p50, 'p99 ms': p99 })),
    )
  return {
    rows: [
      row(`${name}, nothing waits`, free),
      row(`${name}, ${stuckEntries.toLocaleString('en')} wait behind one`, stuck),
    ],
    target: compareRounds(
      { what: `${name}: time to the handler, p50`, bound: 'at most', limit: 1.5 },
      stuck.map(({ p50 }) => p50),
      free.map(({ p50 }) => p50),
    ),
  }
}

interface Round {
  /** ms */
  readonly p50: number
  readonly p99: number
}
