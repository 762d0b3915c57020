import { SyncShim } from '../../test/faults/harness/sync-shim.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import type { Progress } from '../measure.ts'
import { type AcceptRates, BenchServer, type BenchServerSettings } from './bench-server.ts'
import { payment } from './pushes.ts'
import { compareRounds, type DurableResult, type DurableRow, rowOf, type Target } from './result.ts'
import { withScratch } from './scratch.ts'
import type { DurableSettings } from './settings.ts'

const kind = { kind: 'checkout', step: payment } as const
const bare = { label: 'bare Fastify, no work', ...kind, file: 'bare-fastify.ts', args: [] }
const memory = { label: 'memoryStore(), no persistence', ...kind, file: 'durable.ts', args: [] }

/**
 * Payments accepted and done in memory and by SQLite, against a route that has the schema and does nothing, and one that
 * inserts a row for each request.
 */
export function measureSqlite(
  settings: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult> {
  return withScratch(async (folder) => {
    const sqlite = { label: 'sqliteStore()', ...kind, file: 'durable.ts', args: [`--sqlite=${folder}/inbox.db`] }
    const file = 'insert-per-request.ts'
    const insert = { label: 'one INSERT a request', ...kind, file, args: [`--sqlite=${folder}/insert.db`] }
    const measured = await inTurns([bare, memory, sqlite, insert], settings, progress, signal)
    const reference = acceptedBy(bare, measured)
    return {
      name: 'durable-accept',
      title: 'Payments accepted, SQLite',
      rows: measured.map(describe),
      targets: [
        compareRounds(atLeast(0.65, 'memoryStore(), of bare Fastify'), acceptedBy(memory, measured), reference),
        compareRounds(atLeast(0.5, 'sqliteStore() accepted, of bare Fastify'), acceptedBy(sqlite, measured), reference),
        compareRounds(atLeast(0.5, 'sqliteStore() done, of bare Fastify'), doneBy(sqlite, measured), reference),
        compareRounds(
          atLeast(4, 'sqliteStore() accepted, of one INSERT a request'),
          acceptedBy(sqlite, measured),
          acceptedBy(insert, measured),
        ),
      ],
    }
  })
}

/** The same with PostgreSQL, and a route that inserts one row for each request. */
export async function measurePostgres(
  settings: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult> {
  const server = await startPostgres()
  try {
    const { postgres, insert } = peersAt(server)
    const measured = await inTurns([bare, postgres, insert], settings, progress, signal)
    const accepted = acceptedBy(postgres, measured)
    const inserted = acceptedBy(insert, measured)
    return {
      name: 'durable-postgres',
      title: 'Payments accepted, PostgreSQL on the same machine',
      rows: measured.map(describe),
      targets: [
        compareRounds(atLeast(undefined, 'accepted, of bare Fastify'), accepted, acceptedBy(bare, measured)),
        compareRounds(atLeast(1.5, 'accepted, of one INSERT a request'), accepted, inserted),
        compareRounds(atLeast(1.5, 'done, of one INSERT a request'), doneBy(postgres, measured), inserted),
      ],
    }
  } finally {
    await server.close()
  }
}

/** The two that write, where every sync of the server's log takes as long as on a disk behind a network. */
export async function measureSlowPostgres(
  settings: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult> {
  const shim = await SyncShim.make('pg_wal')
  const server = await startPostgres(shim.env)
  try {
    const { postgres, insert } = peersAt(server)
    shim.delay(slowSync)
    const measured = await inTurns([postgres, insert], settings, progress, signal)
    return {
      name: 'durable-postgres-slow',
      title: `Payments accepted, PostgreSQL with a sync of ${slowSync} ms`,
      rows: measured.map(describe),
      targets: [
        compareRounds(
          atLeast(4, 'accepted, of one INSERT a request'),
          acceptedBy(postgres, measured),
          acceptedBy(insert, measured),
        ),
      ],
    }
  } finally {
    await server.close()
    await shim.close()
  }
}

// ms that each sync of the log takes besides.
const slowSync = 20

function peersAt({ url }: PostgresServer): { readonly postgres: Peer; readonly insert: Peer } {
  const args = [`--postgres=${url}`]
  return {
    postgres: { label: 'postgresStore()', ...kind, file: 'durable.ts', args },
    insert: { label: 'one INSERT a request', ...kind, file: 'insert-per-request.ts', args },
  }
}

function atLeast(limit: number | undefined, what: string): Target {
  return { what, bound: 'at least', limit }
}

interface Peer extends BenchServerSettings {
  readonly label: string
}

interface Measured {
  readonly label: string
  readonly rounds: readonly AcceptRates[]
}

/** Every server in every round, one after the other. */
async function inTurns(
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
    }
    for (let round = 1; round <= rounds; round++) {
      for (const { label, server, rounds: figures } of measured) {
        progress(`payments: round ${round} of ${rounds}, ${label}`)
        figures.push(await server.load(connections, seconds, signal))
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

function acceptedBy(peer: Peer, measured: readonly Measured[]): number[] {
  return roundsOf(peer, measured).map(({ accepted }) => accepted)
}

function doneBy(peer: Peer, measured: readonly Measured[]): number[] {
  return roundsOf(peer, measured).map(({ done }) => done)
}

function describe({ label, rounds }: Measured): DurableRow {
  return rowOf(
    label,
    rounds.map(({ accepted, done, cpu, p50, p99, memory }) => ({
      'accepted/s': accepted,
      'done/s': done,
      'CPU µs': cpu,
      'p50 ms': p50,
      'p99 ms': p99,
      MB: memory,
    })),
  )
}
