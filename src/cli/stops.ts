import { Argument, type Command } from 'commander'
import { Stops, stoppedJson } from '../admin/stops.ts'
import type { PersonOptions } from '../admin/trail.ts'
import { type Kind, kinds } from '../pushes/kinds.ts'
import { withExamples } from './command.ts'
import { readWord, withStoreOptions } from './look/look-args.ts'
import { type RegistrationPlace, withStore } from './look/look-at-store.ts'
import { personOf, withPersonOptions } from './look/person.ts'
import { showTime } from './look/read-time.ts'
import { formatTable } from './look/table.ts'
import { showable, showJson, type Terminal } from './terminal.ts'

/** `fastify-merchant-webhooks stop`: a kind of push is taken no more, until it is started. */
export function defineStop(stop: Command, terminal: Terminal): void {
  withExamples(
    withStoreOptions(withKind(stop))
      .option('--by <name>', 'who stops it (default: your login name)')
      .requiredOption('--reason <text>', 'the reason, shown to your colleagues'),
    'stop ussd --reason "it shows no prices"',
    'stop checkout --reason "no ledger" --json',
  )
    .addHelpText('after', `\n${what}`)
    .action((kind: Kind, values: StopValues) => stopKind(kind, values, terminal))
}

const what = `Every process of the application follows within a few seconds. It outlives
restarts. Subscribers get a polite last screen, notifications a 503. What was
accepted before is handled.`

/** `fastify-merchant-webhooks start`: a kind of push that was stopped is taken again. */
export function defineStart(start: Command, terminal: Terminal): void {
  withExamples(withPersonOptions(withStoreOptions(withKind(start))), 'start ussd', 'start checkout --by Ama --json')
    .addHelpText('after', '\nEvery process of the application follows within a few seconds.')
    .action((kind: Kind, values: StartValues) => startKind(kind, values, terminal))
}

/** `fastify-merchant-webhooks stops`: which kinds are stopped, by whom and why. */
export function define(stops: Command, terminal: Terminal): void {
  withExamples(withStoreOptions(stops), 'stops', 'stops --json')
    .addHelpText('after', '\nPhone numbers are shortened. Times are GMT.')
    .action((values: RegistrationPlace) => listStops(values, terminal))
}

interface StartValues extends RegistrationPlace, PersonOptions {}

interface StopValues extends StartValues {
  readonly reason: string
}

function withKind(command: Command): Command {
  const kind = new Argument('<kind>', 'which push').choices(kinds)
  return command.addArgument(kind.argParser((word) => readWord('<kind>', word, kinds)))
}

async function stopKind(kind: Kind, values: StopValues, terminal: Terminal): Promise<void> {
  const { reason, json } = values
  const { by = '' } = personOf(values)
  await withStops(values, async (stops, registration) => {
    const changed = await stops.stop(kind, { by, reason })
    if (json === true) terminal.out(showJson({ kind, stopped: true, changed }, 2))
    else if (changed) terminal.out(`Stopped ${kind} in '${registration}' as ${showable(by)}.`)
    else terminal.out(`${kind} is stopped already in '${registration}'.`)
  })
}

async function startKind(kind: Kind, values: StartValues, terminal: Terminal): Promise<void> {
  const { by = '', reason } = personOf(values)
  await withStops(values, async (stops, registration) => {
    const changed = await stops.start(kind, { by, reason })
    if (values.json === true) terminal.out(showJson({ kind, stopped: false, changed }, 2))
    else if (changed) terminal.out(`Started ${kind} in '${registration}' as ${showable(by)}.`)
    else terminal.out(`${kind} isn't stopped in '${registration}'.`)
  })
}

async function listStops(values: RegistrationPlace, terminal: Terminal): Promise<void> {
  await withStops(values, async (stops, registration) => {
    const stopped = await stops.list()
    if (values.json === true) terminal.out(showJson({ stops: stopped.map(stoppedJson) }, 2))
    else if (stopped.length === 0) terminal.out(`No kind is stopped in '${registration}'.`)
    else {
      const rows = stopped.map(({ kind, since, by, reason }) => [kind, showTime(since), showable(by), showable(reason)])
      const fit = { columns: terminal.columns, elastic: ['by', 'reason'] }
      terminal.out(formatTable(['kind', 'since', 'by', 'reason'], rows, fit))
    }
  })
}

/** Opens what says which kinds of a registration are stopped; with its name, as it may be shown. */
function withStops(place: RegistrationPlace, work: (stops: Stops, shown: string) => Promise<void>): Promise<void> {
  return withStore(place, ({ look, trail, registration }) =>
    // Which of them have a handler only the application knows.
    work(new Stops({ look: look.stops, trail, registration, kinds }), showable(registration)),
  )
}
