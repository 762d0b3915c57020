import type { Progress } from '../measure.ts'
import { BenchServer } from './bench-server.ts'
import { addDone, fillSqlite, roomForAll } from './fill.ts'
import { payment } from './pushes.ts'
import { compareRounds, type DurableResult, rowOf } from './result.ts'
import { withScratch } from './scratch.ts'
import type { DurableSettings } from './settings.ts'

const few = 1_000
// Bytes, and more entries than fit into them: each that comes makes another go.
const fullRoom = 16 * 1_048_576
const moreThanFit = 15_000
// Accepts a second.
const rate = 1_000

/** What accepting costs in an inbox that has seen much, and in one whose room is full, against one that has seen little. */
export function measureOldEntries(
  { rounds, seconds, connections, oldEntries }: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult> {
  return withScratch(async (folder) => {
    const inboxes = [
      { label: `${few.toLocaleString('en')} old entries`, count: few, room: roomForAll },
      { label: `${oldEntries.toLocaleString('en')} old entries`, count: oldEntries, room: roomForAll },
      { label: 'the room is full', count: moreThanFit, room: fullRoom },
    ]
    const measured = inboxes.map((inbox, place) => ({ ...inbox, file: `${folder}/${place}.db`, rounds: [] as Round[] }))
    for (const { count, file } of measured) {
      await fillSqlite(file, (inbox) =>
        addDone(inbox, count, (done) => {
          signal.throwIfAborted()
          progress(`old entries: ${done.toLocaleString('en')} of ${count.toLocaleString('en')} are made`)
        }),
      )
    }
    const servers: BenchServer[] = []
    try {
      for (const { file, room } of measured) {
        const args = [`--sqlite=${file}`, `--room=${room}`]
        const settings = { file: 'durable.ts', args, kind: 'checkout', step: payment } as const
        const server = await BenchServer.start(settings, signal)
        servers.push(server)
        progress('old entries: warming up')
        await server.load(connections, 2 * seconds, signal)
      }
      for (let round = 1; round <= rounds; round++) {
        for (const [place, server] of servers.entries()) {
          progress(`old entries: round ${round} of ${rounds}`)
          const paced = await server.pace(rate, connections, 2 * seconds, signal)
          const peak = await server.load(connections, seconds, signal)
          measured[place]?.rounds.push({ p50: paced.p50, p99: paced.p99, peak: peak.accepted })
        }
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
    const [small, large, full] = measured.map((one) => one.rounds)
    const of = (name: keyof Round, figures: readonly Round[] = []): number[] => figures.map((round) => round[name])
    return {
      name: 'durable-old',
      title: `Accepting beside old entries, SQLite, ${rate.toLocaleString('en')} a second`,
      rows: measured.map(({ label, rounds: figures }) =>
        rowOf(
          label,
          figures.map(({ p50, p99, peak }) => ({ 'p50 ms': p50, 'p99 ms': p99, 'peak/s': peak })),
        ),
      ),
      targets: [
        compareRounds({ what: 'p99', bound: 'at most', limit: 1.3 }, of('p99', large), of('p99', small)),
        compareRounds(
          { what: 'times slower at its peak', bound: 'at most', limit: 2.5 },
          of('peak', small),
          of('peak', large),
        ),
        compareRounds(
          { what: 'times slower at its peak, the room is full', bound: 'at most', limit: 2 },
          of('peak', small),
          of('peak', full),
        ),
      ],
    }
  })
}

interface Round {
  readonly p50: number
  readonly p99: number
  /** Accepts a second. */
  readonly peak: number
}
