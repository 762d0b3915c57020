import { CannotRun } from '../../test/faults/harness/cannot-run.ts'
import type { Progress } from '../measure.ts'
import { measurePostgres, measureSlowPostgres, measureSqlite } from './accept-rates.ts'
import { measureConfirmed } from './confirmed-payments.ts'
import { measureOldEntries } from './old-entries.ts'
import { measureQueues } from './queues/measure-queues.ts'
import type { DurableResult } from './result.ts'
import type { DurablePart, DurableSettings } from './settings.ts'
import { measureStuckLane } from './stuck-lane.ts'
import { measureTurnsInFlood } from './turns-in-a-flood.ts'

/**
 * Runs the durable parts that are asked for, one after the other.
 *
 * @throws when an answer is wrong, or `signal` aborts
 */
export async function measureDurable(
  settings: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult[]> {
  const results: DurableResult[] = []
  for (const part of settings.parts) {
    try {
      results.push(await measurers[part](settings, progress, signal))
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error
      progress('')
      console.error(`${part} was not measured: ${error.message}`)
    }
  }
  return results
}

type Measure = (settings: DurableSettings, progress: Progress, signal: AbortSignal) => Promise<DurableResult>

const measurers: Readonly<Record<DurablePart, Measure>> = {
  'durable-accept': measureSqlite,
  'durable-postgres': measurePostgres,
  'durable-postgres-slow': measureSlowPostgres,
  'durable-queues': measureQueues,
  'durable-turns': measureTurnsInFlood,
  'durable-old': measureOldEntries,
  'durable-stuck': measureStuckLane,
  'durable-confirmed': measureConfirmed,
}
