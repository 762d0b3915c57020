import { performance } from 'node:perf_hooks'
import type { Paths } from '../peers.ts'

/** What a server tells the parent once it listens. */
export interface Listening {
  readonly port: number
  readonly paths: Paths
}

/** What a server has used since its start. */
export interface Usage {
  /** User and system time, microseconds. */
  readonly cpu: number
  /** Event loop, ms. */
  readonly busy: number
  readonly idle: number
  /** Bytes. */
  readonly memory: number
}

/**
 * Tells the parent where a server listens, answers each of its questions, and ends with it.
 *
 * @param answer what the parent gets for a question; a plain one is the word `tell`
 */
export function reportToParent(listening: Listening, answer: (question: unknown) => unknown = usage): void {
  process.on('message', async (question) => process.send?.(await answer(question)))
  process.on('disconnect', () => process.exit())
  process.send?.(listening)
}

/** What this process has used. */
export function usage(): Usage {
  const { user, system } = process.cpuUsage()
  const { active, idle } = performance.eventLoopUtilization()
  return { cpu: user + system, busy: active, idle, memory: process.memoryUsage.rss() }
}

/** The port that an application listens at. */
export function portOf(address: string | { readonly port: number } | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server listens at no port')
  return address.port
}
