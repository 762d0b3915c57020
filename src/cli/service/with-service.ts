import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { notificationKinds } from '../../pushes/kinds.ts'
import type { SimulatorOptions } from '../../simulator/options.ts'
import { createSimulator, type Simulator } from '../../simulator/simulator.ts'
import { shownWord } from '../../simulator/wire/shown-address.ts'
import { printable } from '../../text/clean-text.ts'
import { codeOf, messageOf } from '../../text/message-of.ts'
import { timingVariable } from '../../trace/development.ts'
import { logLines } from '../dev/log-line.ts'
import { Environment } from '../environment.ts'
import { loadApp, requirePlugin } from '../load-app.ts'
import { readWhole } from '../look/look-args.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { type AppValues, connectionOf, readFault, readProfileName, readSeed, type StayValues } from './options.ts'

/** The service beside an application, while a command works with both. */
export interface RunningService {
  readonly sim: Simulator
  /** The application of a module; undefined for one at an address, and where there is none. */
  readonly app: FastifyInstance | undefined
  /** What it pushes to, to be shown; undefined where there is nothing. */
  readonly target: string | undefined
  /** By which an application at an address calls itself; undefined where nobody says so. */
  readonly publicUrl: string | undefined
  /** What an application that calls the service is made with, as variables of an environment. */
  readonly variables: Readonly<Record<string, string>>
  /** The name of the profile that it began with. */
  readonly profile: string
  /** Whether the module was given the variables of a file `.env`. */
  readonly hasEnvFile: boolean
}

/** What a command was given: without a word on how the service behaves, it behaves plainly. */
type GivenValues = AppValues & Partial<StayValues>

interface Loading {
  /** What is done before the module is loaded. */
  readonly prepare?: (sim: Simulator) => void
  /** From which level on its application logs. Default: as it says itself. */
  readonly logLevel?: string | undefined
  /** Where it shows what its application logs, and that it takes long to be there. */
  readonly terminal: Terminal
}

/**
 * Runs the service on this machine, beside the application of a module or at an address, and ends both whatever happens.
 * A module finds the variables of `.env` and of the service in its environment.
 *
 */
export async function withService<Result>(
  module: string | undefined,
  values: GivenValues,
  { terminal, prepare = () => undefined, logLevel }: Loading,
  work: (service: RunningService) => Promise<Result>,
): Promise<Result> {
  if (module !== undefined && values.app !== undefined) throw new UsageError('Name a module or --app, not both.')
  const connection = connectionOf(module, values)
  const sim = await startSimulator(values, module)
  const environment = new Environment()
  let app: FastifyInstance | undefined
  let slow: NodeJS.Timeout | undefined
  try {
    const variables = variablesOf(sim)
    prepare(sim)
    let hasEnvFile = false
    if (module !== undefined) {
      hasEnvFile = environment.readFile()
      // An application that runs here calls this service, whatever its environment names.
      environment.set(variables)
      slow = setTimeout(() => terminal.err(`${printable(module)} ${isSlow}`), slowAfter)
      app = await loadApp(module, undefined, logLevel, logLines(terminal))
      requirePlugin(app, module)
    }
    const target = app ?? values.app
    if (target !== undefined) await sim.connect(target, connection)
    clearTimeout(slow)
    return await work({
      sim,
      app,
      target: module ?? values.app,
      publicUrl: connection.publicUrl,
      variables,
      profile: values.profile ?? 'plain',
      hasEnvFile,
    })
  } finally {
    clearTimeout(slow)
    await sim.close()
    await app?.close()
    environment.restore()
  }
}

// ms
const slowAfter = 2_000
const isSlow =
  "isn't ready yet. Perhaps its store waits for an application that has its files: end that one, or give --app and its address."

/** The same for a command that can't do without an application. */
export function requireTarget(module: string | undefined, { app }: AppValues): void {
  if (module === undefined && app === undefined)
    throw new UsageError('Name the application: a module such as app.js, or --app http://127.0.0.1:3000/push.')
}

/** Starts the service as the values say. @throws UsageError naming the option */
export async function startSimulator(values: GivenValues, module?: string): Promise<Simulator> {
  const options = {
    port: readWhole('--port', values.port, 65_535),
    profile: values.profile === undefined ? undefined : readProfileName(values.profile),
    seed: readSeed(values),
    // The origin of --app is open once it's connected: its other ports are no part of it.
    allowHosts: (values.allowHost ?? []).map(readHost),
    file: values.file,
    project: projectOf(values, module),
  }
  const faults = values.fault?.map(readFault) ?? []
  try {
    const sim = await createSimulator(options)
    for (const { name, rate } of faults) sim.faults.set(name, { rate })
    return sim
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new Error(`Port ${values.port} is taken: end what listens there, or say --port 0 for a free one.`)
    if (error instanceof TypeError) throw new UsageError(messageOf(error))
    throw error
  }
}

/** The name of a host alone. @throws UsageError */
function readHost(word: string): string {
  const host = word.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 || /^[\w.-]+$/.test(host)) return host
  throw new UsageError(
    `--allow-host takes the name of a host, as in shop.example, not '${printable(shownWord(word))}'.`,
  )
}

/** Where recordings go; a test of them imports the module that runs here. */
function projectOf({ project }: GivenValues, module: string | undefined): SimulatorOptions['project'] {
  if (project === undefined) return undefined
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`--project: there is no folder ${printable(project)}.`)
  return { folder: project, app: module && resolve(module) }
}

/** What a client of the service is made with, and where an application reports what it delivered. */
export function variablesOf({ clientOptions, reportUrl }: Simulator): RunningService['variables'] {
  const { baseUrl, apiId, apiKey, clientId, clientSecret, merchantAccountNumber } = clientOptions
  return {
    API_URL: baseUrl,
    API_ID: apiId,
    API_KEY: apiKey,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    MERCHANT_ACCOUNT_NUMBER: merchantAccountNumber,
    REPORT_URL: reportUrl,
  }
}

/** What an application that runs in another process is made with: it tells this service where the time of its turns went. */
export function environmentOf(sim: Simulator): RunningService['variables'] {
  return { ...variablesOf(sim), [timingVariable]: sim.timingSecret }
}

/** The registration of a module's application; undefined where there is none in this process. */
export function merchantOf({ app }: RunningService, registration: string | undefined) {
  return registration === undefined ? app?.merchant : app?.merchant.get(registration)
}

/**
 * Waits until the application of a module has tried each notification that it keeps: it works on them after its answer,
 * and would be ended before. For 5 seconds at most: what a handler can't do now it is asked again when it runs.
 */
export async function notificationsTried(service: RunningService, registration: string | undefined): Promise<void> {
  await service.sim.settled()
  const merchant = merchantOf(service, registration)
  if (merchant === undefined) return
  for (let waited = 0; waited < longest; waited += pause) {
    const { entries } = await merchant.inbox.list({ kinds: notificationKinds, states: ['waiting', 'running'] })
    if (entries.every(({ state, attempts }) => state === 'waiting' && attempts.length > 0)) return
    await sleep(pause)
  }
}

/** Waits as long for the reports of what was delivered: they go out a moment after the handler. */
export async function reportsTried(service: RunningService, registration: string | undefined): Promise<void> {
  const merchant = merchantOf(service, registration)
  if (merchant === undefined) return
  for (let waited = 0; waited < longest; waited += pause) {
    const { waiting, running } = await merchant.inbox.count({ kinds: 'fulfilmentReport' })
    if (waiting + running === 0) return
    await sleep(pause)
  }
}

// ms
const longest = 5_000
const pause = 20
