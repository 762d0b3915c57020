import { Queue, Worker } from 'bullmq'
import type { JobQueue } from './job-queue.ts'

const name = 'payments'

/**
 * `jobId` is what its documentation has against duplicates: one job of an id, until that is removed. How many are kept is
 * from its page on their removal. Its page on concurrency has 100 to 300 for handlers that wait, and less for others: of 1,
 * 10, 25, 50, 100 and 300, 50 worked most jobs beside the load.
 *
 * @param socket of the Redis server
 */
export async function openBullMq(socket: string): Promise<JobQueue> {
  const connection = { path: socket }
  const queue = new Queue(name, { connection })
  let done = 0
  const worker = new Worker(name, async () => undefined, {
    connection,
    concurrency: 50,
    removeOnComplete: { count: 1_000 },
    removeOnFail: { count: 5_000 },
  })
  queue.on('error', (error) => console.error(error))
  worker.on('error', (error) => console.error(error))
  worker.on('completed', () => {
    done++
  })
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()])
  return { add: (key, push) => queue.add('payment', push, { jobId: key }), done: () => done }
}
