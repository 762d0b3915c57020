import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Type } from '@sinclair/typebox'
import { startPostgres } from '../../test/postgres-server.ts'
import { payment } from '../durable/pushes.ts'
import { withScratch } from '../durable/scratch.ts'
import { expectAnswers } from '../load/expect-answers.ts'
import { runLoad } from '../load/run-load.ts'
import { ServerProcess } from '../server-process.ts'
import { type Step, workloads } from '../workloads.ts'

/**
 * What one push costs, counted and not timed, so a busy machine gives the same: bytes, promises, timers, passes over JSON,
 * messages between threads, statements. `npm run bench:count`, with `--json` for the bare figures.
 */
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, seconds: { type: 'string', default: '2' } },
})
const signal = AbortSignal.timeout(300_000)
// ms until each thread has written what it counted.
const settled = 200
const anything = Type.Object({})
const postgres = await startPostgres()
try {
  const columns = await withScratch(countAll)
  if (values.json) console.log(JSON.stringify(columns, undefined, 2))
  else console.log(tableOf(columns))
} finally {
  await postgres.close()
}

interface Counted {
  readonly label: string
  readonly file: string
  readonly args: readonly string[]
  readonly kind: 'checkout' | 'ussd'
  readonly steps: readonly Step[]
}

interface Column {
  readonly label: string
  readonly counts: Readonly<Record<string, number>>
}

async function countAll(folder: string): Promise<readonly Column[]> {
  const ofPayment = { kind: 'checkout', steps: [payment] } as const
  const ofTurn = { kind: 'ussd', steps: stepsOf('ussd-one-turn') } as const
  const ofSurvey = { kind: 'ussd', steps: stepsOf('five-questions') } as const
  const all: readonly Counted[] = [
    { label: 'payment, bare', file: 'bare-fastify.ts', args: [], ...ofPayment },
    { label: 'memory', file: 'durable.ts', args: [], ...ofPayment },
    { label: 'SQLite', file: 'durable.ts', args: [`--sqlite=${folder}/a.db`], ...ofPayment },
    { label: 'PostgreSQL', file: 'durable.ts', args: [`--postgres=${postgres.url}`], ...ofPayment },
    { label: 'turn, bare', file: 'bare-fastify.ts', args: [], ...ofTurn },
    { label: 'memory', file: 'plugin.ts', args: ['--open'], ...ofTurn },
    { label: 'of a handler', file: 'survey.ts', args: ['--byHand'], ...ofSurvey },
    { label: 'of a conversation', file: 'survey.ts', args: [], ...ofSurvey },
  ]
  const columns: Column[] = []
  for (const [at, one] of all.entries())
    columns.push({ label: one.label, counts: await count(one, join(folder, `${at}`)) })
  return columns
}

function stepsOf(name: string): readonly Step[] {
  const steps = workloads.find((workload) => workload.name === name)?.steps
  if (steps === undefined) throw new Error(`there is no workload ${name}`)
  return steps
}

async function count({ file, args, kind, steps }: Counted, folder: string): Promise<Column['counts']> {
  await mkdir(folder)
  const counters = new URL('./counters.ts', import.meta.url).href
  const server = await ServerProcess.start(file, args, signal, {
    NODE_OPTIONS: `--import=${counters}`,
    COUNTS_FOLDER: folder,
  })
  try {
    const { port } = server
    const path = server.pathOf(kind)
    const expected = await expectAnswers(port, path, { steps }, signal)
    const settings = { port, path, workload: { steps }, expected, connections: 64, between: 'sleeps' } as const
    const load = () => runLoad({ ...settings, seconds: Number(values.seconds) }, signal)
    await load()
    await wait(settled)
    const before = readCounts(folder)
    const { turns } = await load()
    await wait(settled)
    const counts = eachOf(turns, before, readCounts(folder))
    await server.ask(anything, signal, 'count bytes')
    const sampled = await load()
    await server.ask(anything, signal, 'tell bytes')
    await wait(settled)
    return { 'bytes allocated': (readCounts(folder)['bytes allocated'] ?? 0) / sampled.turns, ...counts }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of all threads. */
function readCounts(folder: string): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const counts: Record<string, number> = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    for (const [name, times] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + times
  }
  return sum
}

function eachOf(turns: number, before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([name, times]) => [name, (times - (before[name] ?? 0)) / turns]))
}

function tableOf(columns: readonly Column[]): string {
  const names = [...new Set(columns.flatMap(({ counts }) => Object.keys(counts)))]
  const lineOf = (name: string): string => {
    const figures = columns.map(({ counts }) => {
      const figure = counts[name] ?? 0
      return figure >= 100 ? String(Math.round(figure)) : figure.toFixed(figure >= 10 ? 1 : 2)
    })
    return `| ${[name, ...figures].join(' | ')} |`
  }
  const head = ['each push', ...columns.map(({ label }) => label)]
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...names.map(lineOf)].join('\n')
}
