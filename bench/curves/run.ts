import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readMachine, readVersions } from '../machine.ts'
import type { Chart } from './chart.ts'
import { draw } from './draw.ts'
import { measureEntries, measureProcesses, measureSessions } from './growth.ts'
import type { CurveSettings } from './measure.ts'
import { type CurvesRun, plotsFolder, plotsPage, writePage } from './page.ts'
import { measurePayloads, measureRates } from './rates.ts'
import { measureStarts, measureWeights } from './weights.ts'

const curves: Readonly<Record<string, (settings: CurveSettings) => Promise<readonly Chart[]>>> = {
  rates: measureRates,
  sessions: measureSessions,
  entries: measureEntries,
  payloads: measurePayloads,
  processes: measureProcesses,
  weights: measureWeights,
  starts: measureStarts,
}

const usage = `npm run bench:curves -- [options]

  --only NAME   ${Object.keys(curves).join(', ')}; may be repeated: the others stay as they are in the
                last run on the same machine
  --short       a few small points, printed and not kept
  --draw        measures nothing: draws the page from ${plotsFolder}/run.json again

Measures some fifteen minutes, writes ${plotsFolder}/run.json, and draws ${plotsPage} from it.
`

const root = new URL('../../', import.meta.url)
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const unknown = values.only?.find((name) => !(name in curves))
if (values.help) console.log(usage)
else if (unknown !== undefined) {
  console.error(`--only ${unknown}: there is no such curve\n\n${usage}`)
  process.exitCode = 2
} else if (values.draw) write(lastRun())
else {
  const run = await measure(values.only ?? Object.keys(curves))
  progress('')
  if (values.short) console.log(JSON.stringify(run, undefined, 2))
  else write(run)
}

async function measure(names: readonly string[]): Promise<CurvesRun> {
  const machine = readMachine()
  const date = new Date().toISOString()
  const settings: CurveSettings = {
    rounds: values.short ? 1 : 3,
    seconds: values.short ? 0.5 : 2,
    connections: 64,
    short: values.short,
    progress,
    signal: AbortSignal.timeout(60 * 60_000),
  }
  const charts: Chart[] = []
  for (const name of names) charts.push(...((await curves[name]?.(settings)) ?? []))
  if (values.short || values.only === undefined) return { date, machine, versions: readVersions(), charts }
  const last = lastRun()
  const kept = last.charts.map((chart) => charts.find(({ name }) => name === chart.name) ?? chart)
  const added = charts.filter(({ name }) => !kept.some((chart) => chart.name === name))
  return { ...last, charts: [...kept, ...added] }
}

function lastRun(): CurvesRun {
  return JSON.parse(readFileSync(new URL(`${plotsFolder}/run.json`, root), 'utf8'))
}

function write(run: CurvesRun): void {
  mkdirSync(new URL(plotsFolder, root), { recursive: true })
  const put = (file: string, text: string) => writeFileSync(new URL(file, root), text)
  put(`${plotsFolder}/run.json`, `${JSON.stringify(run, undefined, 2)}\n`)
  for (const chart of run.charts) put(`${plotsFolder}/${chart.name}.svg`, draw(chart))
  put(plotsPage, writePage(run))
  console.log(`${fileURLToPath(new URL(plotsPage, root))} is drawn`)
}

/** One line that is written over, where somebody watches. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
}
