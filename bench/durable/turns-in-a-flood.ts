import { SyncShim } from '../../test/faults/harness/sync-shim.ts'
import { expectAnswers } from '../load/expect-answers.ts'
import { runLoad } from '../load/run-load.ts'
import { runPaced } from '../load/run-paced.ts'
import type { Progress } from '../measure.ts'
import { ServerProcess } from '../server-process.ts'
import { payment, turn } from './pushes.ts'
import { compareRounds, type DurableResult, rowOf } from './result.ts'
import { withScratch } from './scratch.ts'
import type { DurableSettings } from './settings.ts'

// ms that each sync of the inbox takes besides.
const slowSync = 20
// Turns a second.
const rate = 300
const turnConnections = 32

/** How long turns take while payments flood an inbox on a slow disk, against the same server without the flood. */
export async function measureTurnsInFlood(
  { rounds, seconds, connections }: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult> {
  const shim = await SyncShim.make('inbox.db-wal')
  try {
    return await withScratch(async (folder) => {
      const server = await ServerProcess.start('durable.ts', [`--sqlite=${folder}/inbox.db`], signal, shim.env)
      try {
        const { port } = server
        const turnPath = server.pathOf('ussd')
        const paymentPath = server.pathOf('checkout')
        const [expectedTurn] = await expectAnswers(port, turnPath, { steps: [turn] }, signal)
        const expected = await expectAnswers(port, paymentPath, { steps: [payment] }, signal)
        if (expectedTurn === undefined) throw new Error('a turn has no expected answer')
        shim.delay(slowSync)
        const flood = (length: number) =>
          runLoad(
            {
              port,
              path: paymentPath,
              workload: { steps: [payment] },
              expected,
              connections,
              seconds: length,
              between: 'sleeps',
            },
            signal,
          )
        const turns = () =>
          runPaced(
            {
              port,
              path: turnPath,
              step: turn,
              expected: expectedTurn,
              connections: turnConnections,
              rate,
              seconds: 2 * seconds,
            },
            signal,
          )
        await Promise.all([flood(2 * seconds), turns()])
        const calm: Round[] = []
        const flooded: Round[] = []
        for (let round = 1; round <= rounds; round++) {
          progress(`turns in a flood: round ${round} of ${rounds}`)
          calm.push({ ...(await turns()), accepted: 0 })
          const [beside, during] = await Promise.all([flood(2 * seconds + 0.2), turns()])
          flooded.push({ ...during, accepted: beside.turns / beside.seconds })
        }
        const row = (label: string, figures: readonly Round[]) =>
          rowOf(
            label,
            figures.map(({ p50, p99, accepted }) => ({ 'p50 ms': p50, 'p99 ms': p99, 'payments/s': accepted })),
          )
        return {
          name: 'durable-turns',
          title: `USSD turns, ${rate} a second, SQLite with a sync of ${slowSync} ms`,
          rows: [row('no flood', calm), row('payments flood the inbox', flooded)],
          targets: [
            compareRounds(
              { what: 'p99 in the flood', bound: 'at most', limit: 1.3 },
              flooded.map(({ p99 }) => p99),
              calm.map(({ p99 }) => p99),
            ),
          ],
        }
      } finally {
        await server.stop()
      }
    })
  } finally {
    await shim.close()
  }
}

interface Round {
  /** ms */
  readonly p50: number
  readonly p99: number
  /** A second. */
  readonly accepted: number
}
