import { SyncShim } from '../../test/faults/harness/sync-shim.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import type { Progress } from '../measure.ts'
import { acceptedBy, describe, doneBy, inTurns, type Peer } from './in-turns.ts'
import { payment } from './pushes.ts'
import { compareRounds, type DurableResult, type Target } from './result.ts'
import { withScratch } from './scratch.ts'
import type { DurableSettings } from './settings.ts'

const kind = { kind: 'checkout', step: payment } as const
export const bare: Peer = { label: 'bare Fastify, no work', ...kind, file: 'bare-fastify.ts', args: [] }
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

/** The two that write. */
export function peersAt({ url }: PostgresServer): { readonly postgres: Peer; readonly insert: Peer } {
  const args = [`--postgres=${url}`]
  return {
    postgres: { label: 'postgresStore()', ...kind, file: 'durable.ts', args },
    insert: { label: 'one INSERT a request', ...kind, file: 'insert-per-request.ts', args },
  }
}

function atLeast(limit: number | undefined, what: string): Target {
  return { what, bound: 'at least', limit }
}
