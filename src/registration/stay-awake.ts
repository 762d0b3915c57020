/**
 * Keeps the process from ending while something is finished. The timers of the clock do not, and a process that closes may
 * have nothing else to wait for.
 */
export async function stayAwake<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, longInterval)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

// ms
const longInterval = 60_000
