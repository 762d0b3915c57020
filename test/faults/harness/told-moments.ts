import { linesOf } from './effects.ts'
import type { Moment } from './moments.ts'

/** A moment as a process has written it down. */
export interface ToldMoment {
  readonly moment: Moment
  /** As `process.hrtime.bigint()`: one clock for all processes. */
  readonly at: bigint
  readonly pid: number
  readonly thread: number
  readonly ids: readonly string[]
}

/** Every moment that was written down, oldest first in each thread. */
export function readMoments(file: string): ToldMoment[] {
  return linesOf(file).map((line) => {
    const [moment, at, pid, thread, { ids }] = JSON.parse(line)
    return { moment, at: BigInt(at), pid, thread, ids }
  })
}
