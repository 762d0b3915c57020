import { startPostgres } from '../../../test/postgres-server.ts'
import type { Progress } from '../../measure.ts'
import { bare, peersAt } from '../accept-rates.ts'
import { acceptedBy, describe, doneBy, inTurns, type Peer } from '../in-turns.ts'
import { payment } from '../pushes.ts'
import { compareRounds, type DurableResult, type TargetResult } from '../result.ts'
import { withScratch } from '../scratch.ts'
import type { DurableSettings } from '../settings.ts'
import { findRedis, type RedisServer, startRedis } from './redis-server.ts'

/** Payments accepted and done by `postgresStore()`, against one job for each request in the queues that merchants use. */
export function measureQueues(
  settings: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult> {
  return withScratch(async (folder) => {
    const postgresServer = await startPostgres()
    const redisServers: RedisServer[] = []
    try {
      const { postgres, insert } = peersAt(postgresServer)
      const queues = [
        queueAt('pg-boss', 'pg-boss', postgresServer.url),
        queueAt('graphile-worker', 'graphile-worker', postgresServer.url),
      ]
      const program = findRedis()
      if (program === undefined) {
        progress('')
        console.error('durable-queues: BullMQ was left out: there is no redis-server in the path, and no REDIS_SERVER')
      } else {
        for (const fsync of ['everysec', 'always'] as const) {
          const server = await startRedis(program, `${folder}/${fsync}`, fsync, signal)
          redisServers.push(server)
          queues.push(queueAt(`BullMQ, Redis, fsync ${fsync}`, 'bullmq', server.socket))
        }
      }
      const seconds = Math.max(leastSeconds, settings.seconds)
      const measured = await inTurns([bare, postgres, insert, ...queues], { ...settings, seconds }, progress, signal)
      const against = (of: Peer): TargetResult[] => {
        const target = { bound: 'at least', limit: undefined } as const
        return [
          compareRounds(
            { ...target, what: `accepted, of ${of.label}` },
            acceptedBy(postgres, measured),
            acceptedBy(of, measured),
          ),
          compareRounds({ ...target, what: `done, of ${of.label}` }, doneBy(postgres, measured), doneBy(of, measured)),
        ]
      }
      return {
        name: 'durable-queues',
        title: 'Payments accepted and worked, one job a request',
        rows: measured.map(describe),
        targets: [insert, ...queues].flatMap(against),
      }
    } finally {
      await Promise.all([postgresServer, ...redisServers].map((server) => server.close()))
    }
  })
}

// Of a round: pg-boss looks for jobs twice a second, so that a shorter one may see none of them done.
const leastSeconds = 1

function queueAt(label: string, library: string, at: string): Peer {
  const args = [`--library=${library}`, `--at=${at}`]
  return { label, kind: 'checkout', step: payment, file: 'queues/queue-per-request.ts', args }
}
