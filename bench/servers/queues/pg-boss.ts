import { PgBoss } from 'pg-boss'
import type { JobQueue } from './job-queue.ts'

const name = 'payments'

/**
 * `exclusive` with `singletonKey` is what its documentation has against duplicates: one job of a key that waits or runs.
 * The worker is set for throughput, as its declarations say of these options: it asks as often as it may, fetches in
 * batches, and goes on without a pause while they are full. LISTEN/NOTIFY saves that pause, and gave half of the jobs a
 * second: PostgreSQL commits transactions with a NOTIFY one after the other.
 */
export async function openPgBoss(url: string): Promise<JobQueue> {
  const boss = new PgBoss(url)
  boss.on('error', (error) => console.error(error))
  await boss.start()
  await boss.createQueue(name, { policy: 'exclusive' })
  const work = { pollingIntervalSeconds: 0.5, batchSize: 1_000, burstWhenBatchFull: true }
  await boss.work(name, work, async () => undefined)
  const count = `SELECT count(*)::integer AS done FROM pgboss.job WHERE name = '${name}' AND state = 'completed'`
  return {
    add: (key, push) => boss.send(name, push, { singletonKey: key }),
    done: async () => (await boss.getDb().executeSql(count)).rows[0]?.done ?? 0,
  }
}
