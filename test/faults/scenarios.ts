import { startPostgres } from '../postgres-server.ts'
import { buyAmongClocks } from './clocks.ts'
import { type DuplicateSettings, sendDuplicates } from './duplicates.ts'
import { CannotRun } from './harness/cannot-run.ts'
import type { NewDatabase, StoreType } from './harness/home.ts'
import { databasesOf } from './harness/new-database.ts'
import { isRefused } from './harness/payments/judge-refused.ts'
import { paymentTimes } from './harness/payments/times.ts'
import { foul } from './harness/payments/weather.ts'
import { SyncShim } from './harness/sync-shim.ts'
import { sum, totals } from './harness/totals.ts'
import { type Chain, killInChain, pointsOf } from './kills.ts'
import { killOneOfThree } from './many-processes.ts'
import { diskStalls, SmallDisk, serverStopped, workerEnds } from './outage-kinds.ts'
import { type OutageReport, outlive } from './outages.ts'
import { killAmongPayments, type PaymentsReport, type PaymentsSettings, paymentPoints } from './payments.ts'
import { type RaceSettings, race, raceCounts } from './races.ts'
import type { Findings, Form, Row, Scenario, ScenarioSettings } from './scenario.ts'
import { killInChains } from './simulated-chains.ts'
import { countSyncs } from './syncs.ts'
import { killInTalk, sumOf, type TalkReport, talkPoints } from './talk.ts'
import { killInTurn } from './turns.ts'

const titles = { memory: 'in memory', sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
// ms
const hour = 3_600_000

/** Everything that is done to the stores, the cheapest part of it in `npm test` too. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'kills-sqlite',
    title: 'SIGKILL at every named point, SQLite',
    run: (settings) => killAll('sqlite', settings, { chains: settings.form === 'long' ? 2 : 1, longest: 25 }),
  },
  {
    name: 'kills-postgres',
    title: 'SIGKILL at every named point, PostgreSQL',
    // Most of a chain's time it waits for a dead process to be taken for dead.
    run: (settings) => killAll('postgres', settings, { chains: settings.form === 'long' ? 6 : 3, longest: 15 }),
  },
  { name: 'syncs-sqlite', title: 'Syncs of the inbox, SQLite', run: syncsOfSqlite },
  { name: 'syncs-postgres', title: 'Syncs of the log, PostgreSQL', run: syncsOfPostgres },
  {
    name: 'duplicates-sqlite',
    title: 'One notification 100 times at once from 4 processes, SQLite',
    run: (settings) => duplicates('sqlite', settings),
  },
  {
    name: 'duplicates-postgres',
    title: 'One notification 100 times at once from 4 processes, PostgreSQL',
    run: (settings) => duplicates('postgres', settings),
  },
  {
    name: 'processes-postgres',
    title: '3 processes on PostgreSQL, one killed every few seconds',
    run: async ({ form, seed, newDatabase }) => {
      const [kills, every, lanesOfKind] = form === 'long' ? [12, 5_000, 8] : [2, 1_000, 3]
      const { violations, ...row } = await killOneOfThree({ seed, kills, every, lanesOfKind, newDatabase })
      return { rows: [row], violations }
    },
  },
  {
    name: 'versions-postgres',
    title: '3 processes of two versions on PostgreSQL, one killed every few seconds and followed by either',
    run: async ({ form, seed, newDatabase }) => {
      const older = process.env.FAULTS_OLDER
      if (older === undefined) throw new CannotRun('FAULTS_OLDER names no checkout of an older version')
      const [kills, every] = form === 'long' ? [12, 5_000] : [4, 2_000]
      const { violations, ...row } = await killOneOfThree({ seed, kills, every, lanesOfKind: 8, newDatabase, older })
      return { rows: [row], violations }
    },
  },
  { name: 'outage-postgres', title: 'PostgreSQL stopped and started under load', run: stopServer },
  {
    name: 'outage-sqlite-worker',
    title: "SQLite's thread ends under load",
    run: async ({ form, seed, newDatabase }) =>
      outageFindings(
        await outlive({
          store: 'sqlite',
          seed,
          outage: workerEnds,
          lasts: pauses(form, 1_000, 3_000),
          newDatabase,
          flood: floods[form],
        }),
      ),
  },
  { name: 'outage-sqlite-full', title: 'Disk full under load, SQLite', run: fillDisk },
  { name: 'outage-sqlite-stalled', title: 'Disk stalls under load, SQLite: memory stays bounded', run: stallDisk },
  {
    name: 'turns-sqlite',
    title: 'SIGKILL in a turn, then the same turn again, SQLite',
    run: (settings) => turns('sqlite', settings),
  },
  {
    name: 'turns-postgres',
    title: 'SIGKILL in a turn, then the same turn again, PostgreSQL',
    run: (settings) => turns('postgres', settings),
  },
  {
    name: 'talk-sqlite',
    title: 'SIGKILL in conversations, between turns and inside an effect, SQLite',
    run: (settings) => talk({ store: 'sqlite', processes: 1, chains: 2, longest: 25 }, settings),
  },
  {
    name: 'talk-postgres',
    title: 'SIGKILL in conversations held by two processes, PostgreSQL',
    run: (settings) => talk({ store: 'postgres', processes: 2, chains: 2, longest: 25 }, settings),
  },
  ...(['memory', 'sqlite', 'postgres'] as const).map((store) => ({
    name: `race-${store}`,
    title: `A Timeout, a Release or a redial aimed at the end of a purchase, ${titles[store]}`,
    run: (settings: ScenarioSettings) => races(store, settings),
  })),
  {
    name: 'clocks-postgres',
    title: 'Clocks at 0, +1 h and -1 h over three processes that are killed and paused, PostgreSQL',
    run: clocksApart,
  },
  {
    name: 'payments-sqlite',
    title: 'SIGKILL among payments whose callbacks are lost, doubled, late, contradicted and forged, SQLite',
    run: (settings) => payments({ store: 'sqlite', processes: 1, clocks: [0] }, settings),
  },
  {
    name: 'payments-postgres',
    title: 'The same with three processes whose clocks are an hour apart, PostgreSQL',
    run: (settings) => payments({ store: 'postgres', processes: 3, clocks: [0, hour, -hour] }, settings),
  },
  {
    name: 'simulated-sqlite',
    title: 'SIGKILL among payments of the simulator, judged by its ledger, SQLite',
    run: (settings) => killInChains({ store: 'sqlite', processes: 1, clocks: [0] }, settings),
  },
  {
    name: 'simulated-postgres',
    title: 'The same with three processes, PostgreSQL',
    run: (settings) => killInChains({ store: 'postgres', processes: 3, clocks: [0, 0, 0] }, settings),
  },
  {
    name: 'storm-sqlite',
    title:
      'SIGKILL while payments can not be asked about for seconds on end, and callbacks are doubled, lost or lie, SQLite',
    run: (settings) => killInChains({ store: 'sqlite', processes: 1, clocks: [0] }, settings, foul),
  },
  {
    name: 'storm-postgres',
    title: 'The same with three processes whose clocks are an hour apart, PostgreSQL',
    run: (settings) => killInChains({ store: 'postgres', processes: 3, clocks: [0, hour, -hour] }, settings, foul),
  },
]

async function killAll(
  store: StoreType,
  { form, seed, kills: wanted, newDatabase, progress }: ScenarioSettings,
  { chains: atOnce, longest }: { readonly chains: number; readonly longest: number },
): Promise<Findings> {
  const points = pointsOf(store, form)
  const kills = form === 'long' ? wanted : points.length
  const count = Math.max(atOnce, Math.ceil(kills / longest))
  const chains: Chain[] = []
  let next = 0
  let done = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const own = Math.ceil((kills - index) / count)
      if (own <= 0) continue
      // Each begins where the one before it ends, so that all points come equally often.
      const firstPoint = Array.from({ length: index }, (_, before) => Math.ceil((kills - before) / count)).reduce(
        sum,
        0,
      )
      const onKill = (): void => progress(`${store}: ${++done} of ${kills} kills`)
      chains.push(await killInChain({ store, seed: seed + index, kills: own, points, firstPoint, newDatabase, onKill }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { rows: killRows(points, chains), violations: chains.flatMap(({ violations }) => violations) }
}

function killRows(killPoints: ReturnType<typeof pointsOf>, chains: readonly Chain[]): Row[] {
  const kills = chains.flatMap((chain) => chain.kills)
  const points = killPoints.map(({ moment, means }) => {
    const own = kills.filter((kill) => kill.moment === moment)
    return { point: means, kills: own.length, ...totals(own, ['requests', 'acknowledged', 'unanswered', 'lost']) }
  })
  const all = {
    point: 'all',
    kills: kills.length,
    ...totals(kills, ['requests', 'acknowledged', 'unanswered', 'lost']),
  }
  const others = totals(chains, ['pushes', 'repeats', 'entries', 'again', 'transacted', 'double'])
  return [...points, { ...all, ...others }]
}

async function syncsOfSqlite({ form, seed, newDatabase }: ScenarioSettings): Promise<Findings> {
  const shim = await SyncShim.make('store.db-wal')
  try {
    return await countBoth('sqlite', form, seed, shim, newDatabase)
  } finally {
    await shim.close()
  }
}

/** The server syncs its log in processes of its own, so it is started with the shim. */
async function syncsOfPostgres({ form, seed }: ScenarioSettings): Promise<Findings> {
  const shim = await SyncShim.make('pg_wal')
  const server = await startPostgres(shim.env)
  try {
    return await countBoth('postgres', form, seed, shim, databasesOf(server.url))
  } finally {
    await server.close()
    await shim.close()
  }
}

async function countBoth(
  store: StoreType,
  form: Form,
  seed: number,
  shim: SyncShim,
  newDatabase: NewDatabase,
): Promise<Findings> {
  const ms = form === 'long' ? 5_000 : 1_000
  const rows: Row[] = []
  const violations: string[] = []
  // What is acknowledged too early is seen where a sync takes its time.
  for (const delay of form === 'short' ? [20] : [0, 20]) {
    const isOwn = store === 'sqlite'
    const { violations: found, ...row } = await countSyncs({ store, seed, ms, delay, shim, isOwn, newDatabase })
    rows.push({ 'delay ms': delay, ...row })
    violations.push(...found)
  }
  return { rows, violations }
}

async function duplicates(
  store: DuplicateSettings['store'],
  { form, seed, newDatabase }: ScenarioSettings,
): Promise<Findings> {
  // One of each kind in the short form.
  const notifications = form === 'long' ? 20 : 2
  const { violations, ...row } = await sendDuplicates({ store, seed, notifications, copies: 100, newDatabase })
  return { rows: [{ notifications, ...row }], violations }
}

async function stopServer({ form, seed }: ScenarioSettings): Promise<Findings> {
  const server = await startPostgres()
  try {
    const lasts = pauses(form, 1_000, 5_000, 15_000)
    const settings = {
      store: 'postgres',
      seed,
      lasts,
      newDatabase: databasesOf(server.url),
      flood: floods[form],
    } as const
    return outageFindings(await outlive({ ...settings, outage: serverStopped(server) }))
  } finally {
    await server.close()
  }
}

async function fillDisk({ form, seed, newDatabase }: ScenarioSettings): Promise<Findings> {
  const disk = await SmallDisk.mount(32)
  try {
    const lasts = pauses(form, 1_000, 4_000)
    const settings = { store: 'sqlite', seed, lasts, newDatabase, flood: floods[form] } as const
    return outageFindings(await outlive({ ...settings, outage: disk.outage, disk: disk.folder }))
  } finally {
    await disk.unmount()
  }
}

/** Many large pushes of clients that give up and push again: what is not bounded grows by 40 MB a second. */
async function stallDisk({ form, seed, newDatabase }: ScenarioSettings): Promise<Findings> {
  const shim = await SyncShim.make('store.db')
  try {
    const lasts = form === 'long' ? [20_000] : [3_000]
    const report = await outlive({
      store: 'sqlite',
      seed,
      outage: diskStalls(shim),
      lasts,
      newDatabase,
      env: shim.env,
      flood: { lanesOfKind: form === 'long' ? 100 : 30, padding: 50_000 },
      givesUpAfter: 500,
    })
    const { rows, violations } = outageFindings(report)
    const isBounded = report.growth < mostGrowth
    return {
      rows,
      violations: isBounded ? violations : [...violations, `memory grew by ${report.growth} bytes, seed ${seed}`],
    }
  } finally {
    await shim.close()
  }
}

// Bytes: 32 MiB wait for the store, each in several forms (text, fields, event, bytes), and garbage comes on top.
const mostGrowth = 512 * 2 ** 20

/** ms between pushes of a lane: some hundreds a second find an outage as well as thousands do. */
const floods = { short: { pause: 80 }, long: { pause: 2 } } as const

function pauses(form: Form, first: number, ...more: readonly number[]): number[] {
  return form === 'long' ? [first, ...more] : [first]
}

function outageFindings({ violations, growth, ...row }: OutageReport): Findings {
  return { rows: [{ ...row, 'growth MB': Math.round(growth / 2 ** 20) }], violations }
}

/** At once, because on PostgreSQL each waits for a dead process to be taken for dead. */
async function turns(store: StoreType, { form, newDatabase }: ScenarioSettings): Promise<Findings> {
  const sessions = form === 'long' ? 20 : 4
  const moments = ['handling', 'handled', undefined] as const
  const found = await Promise.all(moments.map((moment) => killInTurn({ store, moment, sessions, newDatabase })))
  return {
    rows: found.map(({ violations, ...row }) => row),
    violations: found.flatMap(({ violations }) => violations),
  }
}

interface TalkChains {
  readonly store: StoreType
  readonly processes: number
  /** At once. */
  readonly chains: number
  /** Kills in one chain at most. */
  readonly longest: number
}

/** Chains of kills, each with a store, processes and subscribers of its own. */
async function talk(
  { store, processes, chains, longest }: TalkChains,
  { form, seed, kills: wanted, newDatabase, progress }: ScenarioSettings,
): Promise<Findings> {
  const points = form === 'long' ? talkPoints : talkPoints.filter(({ short }) => short.includes(store))
  const [count, kills] = form === 'long' ? [Math.ceil(wanted / longest), wanted] : [1, points.length]
  const reports: TalkReport[] = []
  let next = 0
  let done = 0
  const onKill = (): void => progress(`${store}: ${++done} of ${kills} kills`)
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const own = Math.ceil((kills - index) / count)
      reports.push(
        await killInTalk({
          store,
          seed: seed + index,
          kills: own,
          points,
          processes,
          subscribers: 8,
          newDatabase,
          onKill,
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: chains }, work))
  const rows = points.map(({ means }) => ({
    point: means,
    kills: reports.map(({ killed }) => killed[means] ?? 0).reduce(sum, 0),
  }))
  return {
    rows: [
      ...rows,
      { point: 'all', kills: done, ...sumOf(reports), ...totals(reports, ['orders', 'doubled', 'unkept', 'unjudged']) },
    ],
    violations: reports.flatMap(({ violations }) => violations),
  }
}

async function clocksApart({ form, seed, purchases, newDatabase, progress }: ScenarioSettings): Promise<Findings> {
  const subscribers = purchases ?? (form === 'long' ? 2_000 : 16)
  let done = 0
  const onEnd = (): void => progress(`${++done} of ${subscribers} subscribers`)
  const { violations, ...row } = await buyAmongClocks({ seed, subscribers, atOnce: 30, newDatabase, onEnd })
  return { rows: [row], violations }
}

async function races(
  store: RaceSettings['store'],
  { form, seed, purchases, newDatabase, progress }: ScenarioSettings,
): Promise<Findings> {
  const wanted = purchases ?? (form === 'long' ? 10_000 : 48)
  let done = 0
  const onRace = (): void => progress(`${store}: ${++done} of ${wanted} races`)
  const { steps, violations } = await race({ store, seed, races: wanted, newDatabase, onRace })
  const rows = [...steps].map(([step, counts]) => ({ step, ...counts }))
  return { rows: [...rows, { step: 'all', ...totals([...steps.values()], raceCounts) }], violations }
}

async function payments(
  own: Pick<PaymentsSettings, 'store' | 'processes' | 'clocks'>,
  { form, seed, kills, payments: wanted, newDatabase, progress }: ScenarioSettings,
): Promise<Findings> {
  const report = await killAmongPayments({
    ...own,
    seed,
    payments: wanted ?? (form === 'long' ? 1_000 : 24),
    kills: form === 'long' ? kills : Math.min(kills, 5),
    times: paymentTimes[form],
    newDatabase,
    progress,
  })
  return { rows: paymentRows(report), violations: report.violations }
}

/** By fate, and by kill point. */
function paymentRows({ histories, told, killed, asks, poorAsks, ...counts }: PaymentsReport): Row[] {
  const toldOf = Map.groupBy(told, ({ reference }) => reference)
  const countsOf = (chosen: PaymentsReport['histories']): Row => {
    const pushes = chosen.flatMap((history) => history.pushes)
    const deliveries = chosen.flatMap(({ plan }) => toldOf.get(plan.reference) ?? [])
    return {
      payments: chosen.length,
      pushes: pushes.length,
      acknowledged: pushes.filter(({ sent }) => sent === 200).length,
      forged: pushes.filter(({ by }) => by === 'forger').length,
      deliveries: deliveries.length,
      ids: new Set(deliveries.map(({ id }) => id)).size,
    }
  }
  const fates = Object.entries(Object.groupBy(histories, ({ plan }) => plan.fate))
  const points = [...new Set([...paymentPoints.map(({ means }) => means), ...Object.keys(killed)])]
  return [
    ...fates.map(([fate, chosen]) => ({ what: fate, ...countsOf(chosen) })),
    ...points.map((means) => ({ what: `killed ${means}`, kills: killed[means] ?? 0 })),
    {
      what: 'all',
      ...countsOf(histories),
      asks,
      'poor answers': poorAsks,
      'USSD sales': counts.sales.length,
      'ordered again': counts.ordersAgain,
      'ordered when over': counts.ordersAtTheEnd,
      'refused for a push': histories.filter(isRefused).length,
      pauses: counts.pauses,
      kills: Object.values(killed).reduce(sum, 0),
    },
  ]
}
