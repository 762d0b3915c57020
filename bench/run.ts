import { measureDeadline } from './deadline.ts'
import { measureDurable } from './durable/measure-durable.ts'
import { readMachine, readVersions } from './machine.ts'
import { measure } from './measure.ts'
import { describeResults, type Results } from './report.ts'
import { readSettings, type Settings, usage } from './settings.ts'

// The whole benchmark; docs/benchmarks.md says what it measures and why it is fair.
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')))
process.once('SIGTERM', () => interrupted.abort(new Error('terminated')))

try {
  const settings = readSettings(process.argv.slice(2))
  if (settings === undefined) console.log(usage)
  else tell(await run(settings), settings)
} catch (error) {
  const { aborted, reason } = interrupted.signal
  const why: unknown = aborted ? reason : error
  progress('')
  console.error(why instanceof Error ? why.message : why)
  process.exitCode = aborted ? 130 : 2
} finally {
  progress('')
}

async function run(settings: Settings): Promise<Results> {
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(longest(settings))])
  const { rounds, seconds, connections } = settings
  const machine = readMachine()
  const workloads = await measure(settings, progress, signal)
  const deadline = await measureDeadline(settings.deadline, progress, signal)
  const durable = await measureDurable(settings.durable, progress, signal)
  const isKept = workloads.every(({ ratios }) => ratios.every(({ holds }) => holds !== false))
  return {
    date: new Date().toISOString(),
    machine,
    versions: readVersions(),
    settings: { rounds, seconds, connections },
    workloads,
    deadline,
    durable,
    holds:
      isKept &&
      deadline?.holds !== false &&
      durable.every(({ targets }) => targets.every(({ holds }) => holds !== false)),
  }
}

function tell(results: Results, { json, check }: Settings): void {
  progress('')
  console.log(json ? JSON.stringify(results, undefined, 2) : describeResults(results))
  if (check && !results.holds) process.exitCode = 1
}

/** One line that is written over, where somebody watches. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
}

/** ms after which the run ends whatever happens: three times what it should take, and a minute. */
function longest({ workloads, rounds, seconds, warmUpSeconds, deadline, durable }: Settings): number {
  const runs = workloads.reduce((sum, { peers }) => sum + peers.length, 0)
  const expected = runs * (warmUpSeconds + rounds * seconds) * 1_000 + (deadline.rounds + 1) * deadline.budget
  const { parts, oldEntries, stuckEntries } = durable
  // Filling an inbox takes as long as it takes.
  const kept = parts.length * (60_000 + 8 * (durable.rounds + 2) * durable.seconds * 1_000)
  return Math.ceil((expected + kept) * 3) + oldEntries + stuckEntries + 60_000
}
