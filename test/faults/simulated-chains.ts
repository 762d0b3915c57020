import { paymentTimes } from './harness/payments/times.ts'
import type { Weather } from './harness/payments/weather.ts'
import { sum, totals } from './harness/totals.ts'
import type { PaymentsSettings } from './payments.ts'
import type { Findings, Row, ScenarioSettings } from './scenario.ts'
import { killAmongSimulated, type SimulatedCounts } from './simulated.ts'

/** In chains at once, each with a store, processes, customers and a simulator of its own: most of the time each waits. */
export async function killInChains(
  own: Pick<PaymentsSettings, 'store' | 'processes' | 'clocks'>,
  { form, seed, kills: most, payments: wanted, newDatabase, progress }: ScenarioSettings,
  weather?: Weather,
): Promise<Findings> {
  const payments = wanted ?? (form === 'long' ? 1_000 : 24)
  const kills = form === 'long' ? most : Math.min(most, 5)
  const chains = Math.min(4, Math.ceil(payments / 100))
  const done: SimulatedCounts[] = []
  const reports = await Promise.all(
    Array.from({ length: chains }, (_, index) =>
      killAmongSimulated(
        {
          ...own,
          seed: seed + index,
          payments: shareOf(payments, index, chains),
          kills: shareOf(kills, index, chains),
          times: paymentTimes[form],
          newDatabase,
          onCount: (counts) => {
            done[index] = counts
            const all = totals(Object.values(done), ['kills', 'begun', 'over'])
            progress(
              `${own.store}: ${all.kills} of ${kills} kills, ${all.begun} of ${payments} payments begun, ${all.over} over`,
            )
          },
        },
        weather,
      ),
    ),
  )
  const counts = ['pauses', 'pushes', 'turns', 'forgeries', 'asks', 'deliveries', 'again', 'reports'] as const
  return {
    rows: [
      ...countsOf(
        reports.flatMap(({ sources, ways }) => [sources, ways]),
        'payments',
      ),
      ...countsOf(
        reports.map(({ killed }) => killed),
        'kills',
      ).map(({ what, ...row }) => ({ what: `killed ${what}`, ...row })),
      ...countsOf(
        reports.map(({ answers }) => answers),
        'pushes',
      ).map(({ what, ...row }) => ({ what: `answered ${what}`, ...row })),
      { what: 'all', payments, kills, ...totals(reports, counts) },
    ],
    violations: reports.flatMap(({ violations }) => violations),
  }
}

function shareOf(all: number, index: number, chains: number): number {
  return Math.ceil((all - index) / chains)
}

/** A row for each name, with the sum of its counts. */
function countsOf(counted: readonly Readonly<Record<string, number>>[], unit: string): Row[] {
  const names = [...new Set(counted.flatMap((counts) => Object.keys(counts)))]
  return names.map((what) => ({ what, [unit]: counted.map((counts) => counts[what] ?? 0).reduce(sum, 0) }))
}
