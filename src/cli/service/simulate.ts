import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { LogRow } from '../../simulator/log/row.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { notWritten } from '../files.ts'
import { hanging, usualColumns } from '../look/table.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { mapBeside } from './map-beside.ts'
import { moduleHelp, type StayValues, secretHelp, withServiceOptions, withStay } from './options.ts'
import { rowLine, secretAdvice, toneOf, verdictOf, wordsOf } from './row-line.ts'
import { environmentOf, type RunningService, withService } from './with-service.ts'

/** `fastify-merchant-webhooks simulate`: the service on this machine, until it is ended. */
export function define(simulate: Command, terminal: Terminal): void {
  simulate.argument('[module]', moduleHelp)
  withExamples(
    withStay(withServiceOptions(simulate, '4600', 'a line of JSON for each push and call')).option(
      '--env <file>',
      'writes where the service is, and its credentials, into a file such as .env',
    ),
    'simulate shop.js',
    'simulate --app http://127.0.0.1:3000/push',
  )
    .addHelpText('after', secretHelp)
    .action((module, values) => runService(module, values, terminal))
}

interface SimulateValues extends StayValues {
  readonly env?: string
}

async function runService(module: string | undefined, values: SimulateValues, terminal: Terminal): Promise<void> {
  const { env, json = false } = values
  const prepare = (sim: Simulator): void => {
    if (env !== undefined) writeVariables(env, environmentOf(sim))
  }
  await withService(module, values, { prepare, terminal }, async (service) => {
    const { sim } = service
    if (module !== undefined) sim.mapper = () => mapBeside(module, values.header)
    const advise = adviser(values.app)
    sim.log.onRow((row) => {
      if (json) terminal.out(showJson(jsonOf(row)))
      else terminal.out(rowLine(row, terminal.columns), toneOf(row))
      const advice = json ? undefined : advise(row)
      if (advice !== undefined) terminal.err(hanging('', advice, terminal.columns ?? usualColumns))
    })
    // Heard before anything is said: whoever reads that Ctrl-C ends it may press it at once.
    const end = ended()
    terminal.out(json ? showJson(startOf(service)) : introduction(service))
    await end
  })
}

/** Says it once. */
function adviser(address: string | undefined): (row: LogRow) => string | undefined {
  let isSaid = false
  return (row) => {
    const advice = isSaid ? undefined : secretAdvice(row, address)
    isSaid ||= advice !== undefined
    return advice
  }
}

/** Puts the variables into a file, and leaves its other lines as they are. */
function writeVariables(file: string, variables: Readonly<Record<string, string>>): void {
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    const others = kept.filter(
      (line) => line !== '' && !Object.keys(variables).some((name) => line.startsWith(`${name}=`)),
    )
    const lines = [...others, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  } catch (error) {
    throw notWritten('--env', file, error)
  }
}

function startOf({ sim, variables, target, publicUrl, profile }: RunningService): object {
  const faults = sim.faults.list().map(({ name, rate }) => ({ name, rate }))
  return { url: sim.url, variables, pushesTo: target ?? null, publicUrl: publicUrl ?? null, profile, faults }
}

function introduction(service: RunningService): string {
  const { sim, variables, profile, hasEnvFile } = service
  const megabytes = Math.round(process.memoryUsage().rss / 1_048_576)
  return [
    `The service is ready on ${sim.url}.`,
    `It took ${Math.round(process.uptime() * 1_000)} ms to start, and has ${megabytes} MB.`,
    ...whereTo(service),
    ...(hasEnvFile ? ['The application has the variables of .env, but for those below.'] : []),
    `Profile: ${profile}. Faults: ${shownFaults(sim)}.`,
    'Clients of it are made with:',
    ...Object.entries(variables).map(([name, value]) => `  ${name}=${value}`),
    `Its page for a browser: ${sim.pageUrl}`,
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

/** The module of an application says its own address; of one at an address this must be known. */
function whereTo({ app, target, publicUrl }: RunningService): readonly string[] {
  if (target === undefined) return ['It pushes nowhere: name a module or --app.']
  const pushes = `It pushes to ${printable(target)}.`
  if (app !== undefined) return [pushes]
  return publicUrl === undefined
    ? [pushes, 'Has it a publicUrl? Say --public-url, or callbacks to it go nowhere.']
    : [pushes, `What goes to ${printable(publicUrl)} comes to it too.`]
}

function shownFaults({ faults }: Simulator): string {
  const on = faults.list().map(({ name, rate }) => `${name} (${Math.round(rate * 100)} %)`)
  return on.length === 0 ? 'none' : on.join(', ')
}

function jsonOf(row: LogRow): object {
  const { id, at, direction, kind, method, url, response, ms, deadline, attempt, faults, about } = row
  const told = { id, at, direction, kind, method, url, status: response?.status ?? null, ms, deadline, attempt, faults }
  return { ...told, words: wordsOf(row), verdict: verdictOf(row), about }
}

function ended(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve())
  // Nobody reads any more what it prints, as after `| head`.
  for (const stream of [process.stdout, process.stderr]) stream.once('error', () => resolve())
  return promise
}
