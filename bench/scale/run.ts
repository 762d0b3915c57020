import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/postgres-server.ts'
import { type AcceptRates, BenchServer } from '../durable/bench-server.ts'
import { payment, turn } from '../durable/pushes.ts'
import { readMachine } from '../machine.ts'
import { foresee } from './model.ts'
import { simulate } from './simulate.ts'

/**
 * What one, two and three processes take that share a PostgreSQL on this machine, and what the model of
 * `docs/guides/scaling.md` makes of the figures of one. `npm run bench:scale`, with `--json` for the bare figures.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, json: { type: 'boolean', default: false } },
})
const seconds = Number(values.seconds)
const signal = AbortSignal.timeout(600_000)
const connections = 64
const kinds = { payments: { kind: 'checkout', step: payment }, turns: { kind: 'ussd', step: turn } } as const
// Of what one process takes at most.
const shares = [0.1, 0.5, 0.8]
// The collector stops a loop for some ms once or twice a second.
const usualVariation = 10
const simulatedPushes = 300_000

const server = await startPostgres()
try {
  const rows: Row[] = []
  for (const pushes of ['payments', 'turns'] as const)
    for (const processes of [1, 2, 3]) rows.push({ pushes, processes, ...(await peakOf(pushes, processes)) })
  const paced: PacedRow[] = []
  const peak = rows.find(({ pushes, processes }) => pushes === 'payments' && processes === 1)
  if (peak === undefined) throw new Error('one process was not measured')
  for (const share of shares) paced.push(await paceOf(Math.round(peak.accepted * share), peak.cpu))
  tell(rows, paced)
} finally {
  await server.close()
}

interface Row {
  readonly pushes: keyof typeof kinds
  readonly processes: number
  /** A second, of all processes together. */
  readonly accepted: number
  readonly done: number
  /** Of a server for one push, µs. */
  readonly cpu: number
  readonly p50: number
  readonly p99: number
}

interface PacedRow {
  readonly rate: number
  readonly measured: { readonly p50: number; readonly p99: number }
  readonly foreseen: { readonly mean: number; readonly p99: number }
  readonly simulated: { readonly mean: number; readonly p99: number }
}

function start(pushes: keyof typeof kinds): Promise<BenchServer> {
  return BenchServer.start({ file: 'durable.ts', args: [`--postgres=${server.url}`], ...kinds[pushes] }, signal)
}

/** As much as so many processes take, each with its share of the connections. */
async function peakOf(pushes: keyof typeof kinds, processes: number): Promise<Omit<Row, 'pushes' | 'processes'>> {
  const servers = await Promise.all(Array.from({ length: processes }, () => start(pushes)))
  try {
    const loadAll = (length: number) =>
      Promise.all(servers.map((one) => one.load(Math.round(connections / processes), length, signal)))
    await loadAll(2)
    const loaded = await loadAll(seconds)
    const sum = (of: (rates: AcceptRates) => number) => loaded.reduce((total, rates) => total + of(rates), 0)
    return {
      accepted: sum(({ accepted }) => accepted),
      // Each process counts what all of them have done.
      done: sum(({ done }) => done) / processes,
      cpu: sum(({ cpu }) => cpu) / processes,
      p50: Math.max(...loaded.map(({ p50 }) => p50)),
      p99: Math.max(...loaded.map(({ p99 }) => p99)),
    }
  } finally {
    await Promise.all(servers.map((one) => one.stop()))
  }
}

/** One process at a rate, beside what the model and the simulation say of it. */
async function paceOf(rate: number, cpu: number): Promise<PacedRow> {
  const one = await start('payments')
  try {
    await one.load(connections, 2, signal)
    // A push that comes alone waits for its own commit only.
    const alone = await one.pace(20, connections, 3, signal)
    const measured = await one.pace(rate, connections, seconds, signal)
    const service = cpu / 1_000
    const receiver = { rate, service, variation: usualVariation, commit: Math.max(0, alone.p50 - service) }
    return { rate, measured, foreseen: foresee(receiver), simulated: simulate(receiver, simulatedPushes, 18) }
  } finally {
    await one.stop()
  }
}

function tell(rows: readonly Row[], paced: readonly PacedRow[]): void {
  const machine = readMachine()
  if (values.json) {
    console.log(JSON.stringify({ machine, rows, paced }, undefined, 2))
    return
  }
  console.log(`${machine.cores} x ${machine.processor}, ${machine.memory} GB, load ${machine.load.toFixed(1)}`)
  console.table(rows.map(({ pushes, processes, ...figures }) => ({ pushes, processes, ...rounded(figures) })))
  console.table(
    paced.map(({ rate, measured, foreseen, simulated }) => ({
      rate,
      'p50 ms': measured.p50.toFixed(2),
      'p99 ms': measured.p99.toFixed(2),
      'mean foreseen': foreseen.mean.toFixed(2),
      'p99 foreseen': foreseen.p99.toFixed(2),
      'p99 simulated': simulated.p99.toFixed(2),
    })),
  )
}

function rounded(figures: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, figure.toFixed(figure < 100 ? 1 : 0)]),
  )
}
