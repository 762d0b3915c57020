import { startPostgres } from '../../test/postgres-server.ts'
import { addDone, fillSqlite, fillPostgres as fillThroughStore, roomForAll } from '../durable/fill.ts'
import { payment } from '../durable/pushes.ts'
import { withScratch } from '../durable/scratch.ts'
import { fillPostgres as copyEntries } from '../operators/fill-postgres.ts'
import { workloads } from '../workloads.ts'
import type { Chart, Line, Point } from './chart.ts'
import type { CurveSettings } from './measure.ts'
import { type CurvePeer, medianOf, type Rates, RunningPeer } from './peers.ts'

/** What a turn costs while others have a session open. */
export async function measureSessions(settings: CurveSettings): Promise<readonly Chart[]> {
  const counts = settings.short ? [1, 1_000] : [1, 100, 1_000, 10_000, 100_000]
  const steps = workloads.find(({ name }) => name === 'ussd-three-turns')?.steps ?? []
  const peer = (label: string, ...args: string[]): CurvePeer => ({
    label,
    file: 'plugin.ts',
    args: ['--open', '--sessions=250000', ...args],
    kind: 'ussd',
    steps,
  })
  const lines = await withScratch(async (folder) => [
    await growSessions(peer('memoryStore()'), counts, settings),
    await growSessions(peer('sqliteStore()', `--sqlite=${folder}/sessions.db`), counts, settings),
  ])
  return [
    {
      kind: 'lines',
      name: 'sessions',
      title: 'More open sessions',
      says: 'Processor time of a turn while so many other subscribers have a session open: sessions of three turns begin, go on and end beside them.',
      values: 'µs of the processor for one turn; less is better',
      along: 'open sessions',
      scale: 'log',
      lines,
    },
  ]
}

async function growSessions(peer: CurvePeer, counts: readonly number[], settings: CurveSettings): Promise<Line> {
  const { progress, signal, connections } = settings
  const running = await RunningPeer.start(peer, signal)
  try {
    await running.load(settings, signal)
    const points: Point[] = []
    let open = 0
    for (const count of counts) {
      progress(`sessions, ${peer.label}: ${count.toLocaleString('en')} are opened`)
      await running.openSessions(count - open, connections)
      open = count
      points.push({ x: count, y: (await roundsOf(running, settings)).cpu })
    }
    return { label: peer.label, points }
  } finally {
    await running.stop()
  }
}

async function roundsOf(running: RunningPeer, settings: CurveSettings): Promise<Rates> {
  const all: Rates[] = []
  for (let round = 1; round <= settings.rounds; round++) all.push(await running.load(settings, settings.signal))
  return medianOf(all)
}

/** What is accepted beside entries of before. */
export async function measureEntries(settings: CurveSettings): Promise<readonly Chart[]> {
  const counts = settings.short ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000]
  const points = { sqlite: [] as Measured[], postgres: [] as Measured[] }
  for (const count of counts) {
    points.sqlite.push({ count, ...(await besideSqlite(count, settings)) })
    points.postgres.push({ count, ...(await besidePostgres(count, settings)) })
  }
  const linesOf = (name: 'rate' | 'p99'): readonly Line[] => [
    { label: 'sqliteStore()', points: points.sqlite.map((one) => ({ x: one.count, y: one[name] })) },
    { label: 'postgresStore()', points: points.postgres.map((one) => ({ x: one.count, y: one[name] })) },
  ]
  const shared = { kind: 'lines', along: 'entries of before', scale: 'log' } as const
  return [
    {
      ...shared,
      name: 'entries',
      title: 'More entries of before',
      says: 'Payments accepted a second in an inbox that has so many already, all done. Nothing is forgotten meanwhile: the room is large enough.',
      values: 'payments a second; more is better',
      lines: linesOf('rate'),
    },
    {
      ...shared,
      name: 'entries-p99',
      title: 'More entries of before, and the slowest of a hundred',
      says: 'The same run: 99 of 100 payments were acknowledged within this time, while the server took all that it could.',
      values: 'ms; less is better',
      lines: linesOf('p99'),
    },
  ]
}

interface Measured extends Rates {
  readonly count: number
}

function durable(label: string, ...args: string[]): CurvePeer {
  return { label, file: 'durable.ts', args: [...args, `--room=${roomForAll}`], kind: 'checkout', steps: [payment] }
}

function besideSqlite(count: number, settings: CurveSettings): Promise<Rates> {
  return withScratch(async (folder) => {
    const file = `${folder}/inbox.db`
    await fillSqlite(file, (inbox) =>
      addDone(inbox, count, (done) => {
        settings.signal.throwIfAborted()
        settings.progress(`entries, SQLite: ${done.toLocaleString('en')} of ${count.toLocaleString('en')} are made`)
      }),
    )
    return loaded(durable('sqliteStore()', `--sqlite=${file}`), settings)
  })
}

async function besidePostgres(count: number, settings: CurveSettings): Promise<Rates> {
  const server = await startPostgres()
  try {
    // One through the store, and the others like it.
    await fillThroughStore(server.url, (inbox) => addDone(inbox, 1, () => undefined))
    const told = (what: string) => settings.progress(`entries, PostgreSQL: ${what}`)
    await copyEntries(server.url, [{ reference: 'checkout:old0|paid', count: count - 1 }], told)
    return await loaded(durable('postgresStore()', `--postgres=${server.url}`), settings)
  } finally {
    await server.close()
  }
}

async function loaded(peer: CurvePeer, settings: CurveSettings): Promise<Rates> {
  const running = await RunningPeer.start(peer, settings.signal)
  try {
    settings.progress(`entries, ${peer.label}: under load`)
    await running.load(settings, settings.signal)
    return await roundsOf(running, settings)
  } finally {
    await running.stop()
  }
}

/** What one, two and three processes take that share a PostgreSQL. */
export async function measureProcesses(settings: CurveSettings): Promise<readonly Chart[]> {
  const { signal, progress, connections } = settings
  const turn = workloads.find(({ name }) => name === 'ussd-one-turn')?.steps ?? []
  const server = await startPostgres()
  try {
    const lines: Line[] = []
    for (const [label, peer] of [
      ['payments', durable('payments', `--postgres=${server.url}`)],
      ['turns', { label: 'turns', file: 'plugin.ts', args: ['--open'], kind: 'ussd', steps: turn }],
    ] as const) {
      const points: Point[] = []
      for (const processes of [1, 2, 3]) {
        progress(`processes, ${label}: ${processes}`)
        const all = await Promise.all(Array.from({ length: processes }, () => RunningPeer.start(peer, signal)))
        try {
          const each = { ...settings, connections: Math.round(connections / processes) }
          await Promise.all(all.map((one) => one.load(each, signal)))
          const rates = await Promise.all(all.map((one) => roundsOf(one, each)))
          points.push({ x: processes, y: rates.reduce((sum, { rate }) => sum + rate, 0) })
        } finally {
          await Promise.all(all.map((one) => one.stop()))
        }
      }
      lines.push({ label, points })
    }
    return [
      {
        kind: 'lines',
        name: 'processes',
        title: 'More processes',
        says: 'Payments that processes with one PostgreSQL accept in a second, and USSD turns that they answer in their own memory. The database, the load and all processes share the cores of this machine: more processes than cores gain nothing.',
        values: 'a second, of all processes together; more is better',
        along: 'processes',
        scale: 'even',
        lines,
      },
    ]
  } finally {
    await server.close()
  }
}
