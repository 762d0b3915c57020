import type { Command } from 'commander'
import type { Simulator } from '../../simulator/simulator.ts'
import type { AppProcess } from '../../simulator/world/app-process.ts'
import { printable } from '../../text/clean-text.ts'
import { messageOf } from '../../text/message-of.ts'
import { withExamples } from '../command.ts'
import { readWhole } from '../look/look-args.ts'
import { clip, hanging } from '../look/table.ts'
import { mapBeside } from '../service/map-beside.ts'
import { headersOf, type StayValues, withSimulatorOptions, withStay } from '../service/options.ts'
import { environmentOf, startSimulator, variablesOf } from '../service/with-service.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { type AppCommand, commandOf, optionsWithPreload } from './app-command.ts'
import { AppProcesses } from './app-processes.ts'
import { Exchange } from './exchange.ts'
import { freePort } from './free-port.ts'
import { readableLine } from './log-line.ts'
import { openBrowser } from './open-browser.ts'
import { ReplacedFiles, replacedVariable } from './replaced-files.ts'
import { type Listening, portVariable, wireVariable } from './wire.ts'

/** `fastify-merchant-webhooks dev app.ts`: the application and the service, with a page where both are played. */
export function define(dev: Command, terminal: Terminal): void {
  dev.argument('<app...>', 'the module of the application, or behind -- a command that starts it')
  withExamples(
    withStay(withSimulatorOptions(dev, '4600', 'a line of JSON when the application comes up, and when it goes down'))
      .option('--grace <seconds>', 'seconds to wait for the application to end before killing it', '10')
      .option('--no-open', 'opens no browser'),
    'dev src/app.ts',
    'dev -- tsx watch src/server.ts',
  )
    .addHelpText('after', help)
    .action((words, values) => run(words, values, terminal))
}

const help = `
A module is started again after each change. A command of yours has to do that
itself. The phones and the log stay. The browser opens at a terminal alone.

Exit codes: 0 ended with Ctrl-C, 1 the service can't start or your command has
ended, 2 not understood. An application that fails waits for a change.`

interface DevValues extends StayValues {
  readonly grace: string
  readonly open: boolean
}

async function run(words: readonly string[], values: DevValues, terminal: Terminal): Promise<void> {
  const grace = readWhole('--grace', values.grace, 3_600) * 1_000
  await develop(commandOf(words), { ...values, grace }, terminal)
}

interface DevOptions extends StayValues {
  /** ms that the application has to end. */
  readonly grace: number
  /** Whether a browser is opened where a person sits. */
  readonly open: boolean
}

/** Runs the service and an application until Ctrl-C, or until the command of the application has ended. */
async function develop(command: AppCommand, options: DevOptions, terminal: Terminal): Promise<void> {
  const headers = headersOf(options)
  const sim = await startSimulator(options, command.isWatching ? command.name : undefined)
  if (command.isWatching) sim.mapper = () => mapBeside(command.name, options.header)
  const report = new Report(sim, command, terminal, options.json === true)
  const since = Date.now()
  const exchange: Exchange = new Exchange({
    begins: () => report.begins(),
    listens: (told) => {
      processes.forget()
      void connect(sim, told, headers, exchange, since).then(() => report.up(told.url))
    },
    // What watches it says it itself, and also of one that was gone before it had begun.
    gone: () => command.isWatching || report.down(processes.complaint),
  })
  // Heard before anything is said: whoever reads that Ctrl-C ends it may press it at once.
  const signals = heard()
  const address = await exchange.open()
  report.ready()
  const onLine = (line: string): void => {
    const [, what] = (command.isWatching && ofWatch.exec(line)) || []
    if (what === undefined) {
      const shown = options.json === true ? line : readableLine(line, terminal.columns)
      if (shown !== undefined) terminal.err(shown)
    } else if (what === 'Restarting') {
      processes.forget()
      report.restarts()
    }
    // It was written to another stream, and what it complained of may be read right after this.
    else if (/running/.test(what)) setImmediate(() => report.down(processes.complaint))
  }
  const replaced = command.isWatching ? new ReplacedFiles(process.cwd()) : undefined
  const env = {
    ...environment(sim, address, options),
    [portVariable]: String(await freePort()),
    ...(replaced && { [replacedVariable]: replaced.file }),
  }
  const processes = new AppProcesses(command.words, env, onLine)
  if (options.open && terminal.person !== undefined) openBrowser(sim.pageUrl)
  try {
    const code = await Promise.race([signals.first, processes.ended])
    if (code !== undefined) throw new Error(`${command.name} has ended with ${code}.`)
  } catch (error) {
    throw error instanceof Error && 'syscall' in error
      ? new Error(`${command.name} can't be started: ${messageOf(error)}.${startHint(command)}`)
      : error
  } finally {
    report.ends()
    await processes.end(options.grace, signals.second)
    signals.stop()
    replaced?.close()
    exchange.close()
    await sim.close()
  }
}

/** Of a module with more words than its name. */
function startHint({ words: [word = ''], name }: AppCommand): string {
  if (!/\.[cm]?[jt]sx?$/.test(word)) return ''
  return ` Name a module alone, as in dev ${printable(word)}, or say what runs it: dev -- node ${name}.`
}

/** What `node --watch` says of itself: `report` says it. */
const ofWatch =
  /^(Change detected in|Restarting|Failed running|Completed running|Waiting for graceful|Gracefully restarted) /

/** From now on the pushes go there. */
async function connect(
  sim: Simulator,
  { url, urls }: Listening,
  headers: Readonly<Record<string, string>>,
  exchange: Exchange,
  since: number,
) {
  const addresses = urls.map((one) => ({ kind: one.kind, url: new URL(one.url, url) }))
  await sim.connect(url, {
    urls: Object.fromEntries(addresses.map((one) => [one.kind, one.url.pathname + one.url.search])),
    publicUrl: addresses[0]?.url.origin,
    headers,
    handled: (reset) => exchange.handled(Math.max(since, reset)),
    work: (entryId) => exchange.work(entryId),
  })
}

/** What the processes of the application find in their environment. */
function environment(sim: Simulator, address: string, { grace, registration }: DevOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // Over those of .env: an application that is tried out calls this service.
    ...environmentOf(sim),
    NODE_OPTIONS: optionsWithPreload(),
    [wireVariable]: address,
    MERCHANT_DEV_GRACE: String(grace),
    ...(registration !== undefined && { MERCHANT_DEV_REGISTRATION: registration }),
  }
}

/** The first signal that ends it, and the one of a person who doesn't want to wait. */
function heard() {
  const first = Promise.withResolvers<undefined>()
  const second = Promise.withResolvers<undefined>()
  let current = first
  const hear = (): void => {
    current.resolve(undefined)
    current = second
  }
  const left = (): void => first.resolve(undefined)
  for (const signal of ending) process.on(signal, hear)
  // Nobody reads any more what it prints, as after `| head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', left)
  const stop = (): void => {
    for (const signal of ending) process.off(signal, hear)
    for (const stream of [process.stdout, process.stderr]) stream.off('error', left)
  }
  return { first: first.promise, second: second.promise, stop }
}

const ending = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Says how the application is: to the terminal, and to the simulator's page. */
class Report {
  readonly #sim: Simulator
  readonly #command: AppCommand
  readonly #terminal: Terminal
  readonly #isJson: boolean
  #starts = 0
  #isIntroduced = false
  #isEnding = false
  #begun = performance.now()

  constructor(sim: Simulator, command: AppCommand, terminal: Terminal, isJson: boolean) {
    this.#sim = sim
    this.#command = command
    this.#terminal = terminal
    this.#isJson = isJson
  }

  /** The service is there. */
  ready(): void {
    const { pageUrl: page, url } = this.#sim
    this.#know('starting')
    this.#say({ event: 'ready', page, url, variables: variablesOf(this.#sim) }, 'Page', page)
  }

  /** After a change it is ended, to be started again. */
  restarts(): void {
    this.#begun = performance.now()
    this.#know('starting')
  }

  /** A process of the application has begun. */
  begins(): void {
    this.#begun = performance.now()
    this.#know('starting')
  }

  /** It listens, and pushes go there. */
  up(url: string): void {
    this.#starts += 1
    this.#know('up')
    const ms = Math.round(performance.now() - this.#begun)
    const { name, isWatching } = this.#command
    const again = isWatching ? ', starts again after each change' : ''
    const words = this.#starts === 1 ? `${name} on ${url}${again}` : `up again after ${ms} ms`
    this.#say({ event: 'up', url, ms, starts: this.#starts }, 'App', words)
    this.#introduce()
  }

  /** It has ended. @param problem what it said */
  down(problem: string | null): void {
    if (this.#isEnding) return
    this.#know('down', problem)
    const why = problem === null ? '' : `: ${printable(inShort(problem))}`
    this.#say({ event: 'down', problem }, 'App', `${this.#command.name} is down${why}`)
    if (this.#command.isWatching && !this.#isJson) this.#terminal.out('It waits for a change.')
    this.#introduce()
  }

  /** Whatever ends from now on is meant to. */
  ends(): void {
    this.#isEnding = true
  }

  #introduce(): void {
    if (!this.#isIntroduced && !this.#isJson) this.#terminal.out('Ctrl-C ends both.')
    this.#isIntroduced = true
  }

  #know(state: AppProcess['state'], problem: string | null = null): void {
    const { name } = this.#command
    this.#sim.appProcess = { name, state, since: this.#sim.now(), starts: this.#starts, problem }
  }

  #say(told: object, label: string, words: string): void {
    this.#terminal.out(this.#isJson ? showJson(told) : hanging(label.padEnd(labelWidth), words, this.#terminal.columns))
  }
}

/** What it has said stands above: this is its beginning, and where it was. */
function inShort(problem: string): string {
  const place = / \([^()]+:\d+\)$/.exec(problem)?.[0] ?? ''
  return clip(problem.slice(0, problem.length - place.length), longestProblem) + place
}

const labelWidth = 6
// Characters: room for the longest sentences of the plugin's own errors.
const longestProblem = 400
