import { Logger, run } from 'graphile-worker'
import pg from 'pg'
import type { JobQueue } from './job-queue.ts'

/**
 * `jobKey` is what its documentation has against duplicates: one job of a key that waits. The settings are those with
 * which its page on performance was measured. LISTEN/NOTIFY is always on.
 */
export async function openGraphileWorker(url: string): Promise<JobQueue> {
  const runner = await run({
    preset: {
      worker: {
        connectionString: url,
        concurrentJobs: 24,
        maxPoolSize: 25,
        localQueue: { size: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        logger: new Logger(() => () => undefined),
      },
    },
    taskList: { payment: () => undefined },
  })
  // It deletes what is done, so only what is left can be counted.
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const count = 'SELECT count(*)::integer AS left FROM graphile_worker.jobs'
  let added = 0
  return {
    add: async (key, push) => {
      await runner.addJob('payment', push, { jobKey: key })
      added++
    },
    done: async () => {
      const addedBefore = added
      return addedBefore - (await pool.query(count)).rows[0]?.left
    },
  }
}
