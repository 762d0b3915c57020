import { MessageChannel } from 'node:worker_threads'

/**
 * Keeps the process from ending while something is finished. The timers of the clock do not, and a process that closes may
 * have nothing else to wait for.
 */
export async function stayAwake<T>(work: () => Promise<T>): Promise<T> {
  const { port1 } = new MessageChannel()
  port1.ref()
  try {
    return await work()
  } finally {
    port1.close()
  }
}
