import { cpus } from 'node:os'

/**
 * Starts to watch what the machine does beside the benchmark.
 *
 * @returns a function of the server's CPU time since then (microseconds) that tells how many cores were used by
 * neither it nor this process
 */
export function watchOthers(): (serverCpu: number) => number {
  const startedAt = performance.now()
  const busyBefore = busyTime()
  const ownBefore = process.cpuUsage()
  return (serverCpu) => {
    const { user, system } = process.cpuUsage(ownBefore)
    const known = (user + system + serverCpu) / 1_000
    return Math.max(0, (busyTime() - busyBefore - known) / (performance.now() - startedAt))
  }
}

/** Of all cores since the start of the machine, ms. */
function busyTime(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}
