import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Kind, kinds } from '../../pushes/kinds.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { Reach, SocketLine } from '../../simulator/wire/lines/socket.ts'
import { withExamples, withJson } from '../command.ts'
import { Environment } from '../environment.ts'
import { addUp, readList, readWhole } from '../look/look-args.ts'
import { countOf, hanging, usualColumns } from '../look/table.ts'
import { collect, headersOf, moduleHelp } from '../service/options.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import type { Finding, Level } from './finding.ts'
import { type LookedAtProject, lookAtProject } from './project/project.ts'
import { addressFindings, type Look } from './pushes/addresses.ts'
import { inProcessFindings } from './pushes/in-process.ts'
import { readAddresses } from './pushes/target.ts'

/** `fastify-merchant-webhooks doctor app.js`: what is wrong with a project or a deployed application, and what to do. */
export function define(doctor: Command, terminal: Terminal): void {
  withExamples(
    withJson(
      doctor
        .argument('[module]', `${moduleHelp}. Default without --url: app.ts or app.js of the project`)
        .option(
          '--url <address>',
          'a push address of the deployed application, with its secret; repeat for more',
          collect,
        )
        .option('--kinds <kinds>', `with --url: kinds to probe, separated by commas: ${kinds.join(', ')}`, addUp)
        .option('--header <name: value>', 'a header that every push carries; repeat for more', collect)
        .option('--with-payments', 'with --url: also sends failed payments of 0 with the right secret')
        .option('--dial <code>', 'what is dialled', '*713#')
        .option('--turns <number>', 'how many are measured', '20')
        .option('--project <folder>', 'where package.json and .env are', '.'),
    ),
    'doctor app.js',
    'doctor app.js --url https://shop.example',
  )
    .addHelpText('after', '\nExit codes: 0 fine or warnings alone, 1 an error was found, 2 not understood.')
    .action((file, values) => examine(file, values, terminal))
}

interface DoctorValues {
  readonly url?: readonly string[]
  readonly kinds?: string
  readonly header?: readonly string[]
  readonly withPayments?: boolean
  readonly dial: string
  readonly turns: string
  readonly project: string
  readonly json?: boolean
}

async function examine(named: string | undefined, values: DoctorValues, terminal: Terminal): Promise<void> {
  const file = named ?? (values.url === undefined ? moduleOf(values.project) : undefined)
  if (file === undefined && values.url === undefined)
    throw new UsageError('Name what is to be looked at: a module such as app.js, or --url https://….')
  // In this process nothing keeps a payment, so its handler would ask the service about one that nobody made.
  if (values.withPayments === true && values.url === undefined)
    throw new UsageError('--with-payments goes with --url: it is for the application that runs.')
  const wanted = readList('--kinds', values.kinds, kinds)
  if (wanted !== undefined && values.url === undefined)
    throw new UsageError('--kinds goes with --url: without it, every kind of the application is looked at.')
  const look: Look = {
    dialled: values.dial,
    turns: readWhole('--turns', values.turns, 1_000, 1),
    withPayments: values.withPayments === true,
    headers: headersOf(values),
    onProgress: (what) => terminal.progress?.(what),
  }
  const findings: Finding[] = []
  const environment = new Environment()
  // Pushes in this process make the application call: never the service itself.
  const sim = values.url === undefined ? await createSimulator() : undefined
  try {
    const project = file === undefined ? undefined : await lookAtProject(file, values.project, environment, sim)
    findings.push(...(project?.findings ?? []))
    if (values.url !== undefined) findings.push(...(await overNetwork(values.url, wanted, project, look)))
    else if (file !== undefined && project?.app !== undefined && project.registrations.length > 0)
      findings.push(...(await inProcessFindings(file, project.app, look)))
  } finally {
    terminal.progress?.('')
    await sim?.close()
    environment.restore()
  }
  const counts = countsOf(findings)
  terminal.out(
    values.json === true
      ? showJson({ ok: counts.error === 0, counts, findings }, 2)
      : reportOf(findings, terminal.columns),
  )
  if (counts.error > 0)
    throw new Error(counts.error === 1 ? 'An error was found.' : `${counts.error} errors were found.`)
}

/** The module of a project that `init` wrote; undefined where there is none, or both. */
function moduleOf(folder: string): string | undefined {
  const [found, another] = ['app.ts', 'app.js'].map((name) => join(folder, name)).filter((file) => existsSync(file))
  return another === undefined ? found : undefined
}

async function overNetwork(
  urls: readonly string[],
  wanted: readonly Kind[] | undefined,
  project: LookedAtProject | undefined,
  look: Look,
): Promise<readonly Finding[]> {
  const addresses = readAddresses(urls, wanted, project?.registrations ?? [])
  const own = addresses.map(({ url }) => url)
  const line = new SocketLine(new Reach([], own))
  try {
    const targets = addresses.map((address) => ({ ...address, headers: look.headers, line }))
    return await addressFindings(targets, look)
  } finally {
    line.close()
  }
}

/** The findings for people: those of the project first, then those of each address. */
function reportOf(findings: readonly Finding[], columns = usualColumns): string {
  const places = [...Map.groupBy(findings, ({ place }) => place)]
  const width = Math.max(...findings.map(({ check }) => check.length))
  const blocks = places.map(([place, found]) =>
    [place ?? 'The project', ...found.map((finding) => shown(finding, width, columns))].join('\n'),
  )
  return [...blocks, summaryOf(findings)].join('\n\n')
}

/** How many there are of each level. */
function countsOf(findings: readonly Finding[]): Readonly<Record<Level, number>> {
  const counts = { fine: 0, warning: 0, error: 0, skipped: 0 }
  for (const { level } of findings) counts[level] += 1
  return counts
}

const words: Readonly<Record<Level, string>> = { fine: 'ok', warning: 'WARN', error: 'ERROR', skipped: '-' }

function shown({ check, level, says, remedy }: Finding, width: number, columns: number): string {
  const label = `  ${words[level].padEnd(5)}  ${check.padEnd(width)}  `
  const lines = [hanging(label, says, columns)]
  if (remedy !== null) lines.push(hanging(`${' '.repeat(label.length)}Fix: `, remedy, columns))
  return lines.join('\n')
}

function summaryOf(findings: readonly Finding[]): string {
  const { fine, warning, error, skipped } = countsOf(findings)
  return `${fine} fine, ${countOf(warning, 'warning')}, ${countOf(error, 'error')}, ${skipped} skipped.`
}
