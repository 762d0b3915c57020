import type { Command } from 'commander'
import { type Kind, kinds } from '../../../pushes/kinds.ts'
import { knownFaults } from '../../../simulator/faults/table.ts'
import type { LogRow } from '../../../simulator/log/row.ts'
import { Random } from '../../../simulator/random.ts'
import { type Casing, parseJson } from '../../../simulator/wire/names.ts'
import { sampleOf } from '../../../simulator/wire/samples.ts'
import { shownStart } from '../../../simulator/wire/shown-address.ts'
import { printable } from '../../../text/clean-text.ts'
import { withExamples } from '../../command.ts'
import { levelFor } from '../../load-app.ts'
import { readList, readWhole } from '../../look/look-args.ts'
import { hanging, usualColumns } from '../../look/table.ts'
import { showJson, type Terminal, UsageError } from '../../terminal.ts'
import {
  collect,
  moduleHelp,
  readFault,
  readSeed,
  type ServiceValues,
  secretHelp,
  withServiceOptions,
} from '../options.ts'
import { againstLimit, secretAdvice, unknownPaymentAdvice, verdictOf } from '../row-line.ts'
import { merchantOf, notificationsTried, requireTarget, withService } from '../with-service.ts'
import { wishedFields } from './changes.ts'

/** `fastify-merchant-webhooks trigger checkout app.js`: one push, as the reference shows it or changed. */
export function define(trigger: Command, terminal: Terminal): void {
  trigger
    .argument('<kind>', kinds.join(', '))
    .argument('[module]', moduleHelp)
    .option('--set <path=value>', 'another value in a field, as in data.amount=5; repeat for more', collect)
    .option('--add <path=value>', 'a field that the reference does not have; repeat for more', collect)
    .option('--without <path>', 'leaves a field out; repeat for more', collect)
    .option('--url <address>', 'where it goes, if not to the registered address: the callback address of a payment')
    .option('--casing <casing>', `how names are written: ${casings.join(', ')}`)
    .option('--times <number>', 'how many are sent, each with identifiers of its own', '1')
  withExamples(
    withServiceOptions(trigger, '0', 'the pushes and their replies as JSON'),
    'trigger checkout app.js --set data.amount=5',
    'trigger ussd app.js --fault duplicate',
  )
    .addHelpText(
      'after',
      `\n--set keeps the type of a field; data.amount:="5" sends the JSON behind it.\n${secretHelp.trimStart()}`,
    )
    .action((kind, module, values) => sendPushes(kind, module, values, terminal))
}

const casings = ['pascal', 'camel', 'mixed'] as const satisfies Casing[]

interface TriggerValues extends ServiceValues {
  readonly set?: readonly string[]
  readonly add?: readonly string[]
  readonly without?: readonly string[]
  readonly url?: string
  readonly casing?: string
  readonly times: string
}

async function sendPushes(word: string, module: string | undefined, values: TriggerValues, terminal: Terminal) {
  const [kind = 'ussd'] = readList('<kind>', word, kinds) ?? []
  const { set = [], add = [], without = [], url, fault = [] } = values
  const times = readWhole('--times', values.times, 1_000, 1)
  const [casing] = readList('--casing', values.casing, casings) ?? []
  for (const text of fault) checkFault(text, kind)
  if (url !== undefined && !URL.canParse(url))
    throw new UsageError(`--url takes a whole address, not '${printable(shownStart(url))}'.`)
  requireTarget(module, values)
  const random = new Random(readSeed(values))
  await withService(module, values, { logLevel: levelFor(values), terminal }, async (service) => {
    const { sim } = service
    if (casing !== undefined) sim.profile = { ...sim.profile, casing }
    const rows: LogRow[] = []
    sim.log.onRow((row) => rows.push(row))
    for (let sent = 0; sent < times; sent += 1) {
      const fields = wishedFields(sampleOf(kind, random, sim.now()), { set, add, without })
      await sim.trigger(kind, fields, { url })
    }
    // What a fault held up, and what the profile tries again, comes at once.
    await sim.advance(longestWait)
    await notificationsTried(service, values.registration)
    const counts = merchantOf(service, values.registration)?.counts[kind]
    const pushes = rows.filter(({ direction }) => direction === 'push')
    if (values.json === true) terminal.out(showJson({ pushes: pushes.map(jsonOf), counts: counts ?? null }, 2))
    else terminal.out([...pushes.map((row) => describe(row, terminal.columns)), ...shownCounts(counts)].join('\n\n'))
    const failed = pushes.filter((row) => row.faults.length === 0 && verdictOf(row) !== 'ok')
    const [advice] = failed.flatMap((row) => secretAdvice(row, values.app) ?? unknownPaymentAdvice(rows) ?? [])
    if (failed.length > 0)
      throw new Error([`Not taken: ${failed.length} of ${pushes.length}.`, advice ?? ''].join(' ').trimEnd())
  })
}

/** A fault that can't strike the kind would be no fault at all. */
function checkFault(text: string, kind: Kind): void {
  const { name } = readFault(text)
  const able = knownFaults.find((fault) => fault.name === name)
  if (able?.ways[kind] !== undefined) return
  throw new UsageError(`--fault ${name} strikes ${Object.keys(able?.ways ?? {}).join(', ')}, not ${kind}.`)
}

function describe(row: LogRow, columns = usualColumns): string {
  const { kind, method, request, response, problem, ms, deadline, attempt, faults, url } = row
  const marks = [attempt === 1 ? '' : `try ${attempt}`, ...faults].filter((mark) => mark !== '')
  const took = deadline === null ? '' : againstLimit(ms, deadline)
  const said =
    request.bytes === 0 ? [...new URL(url).searchParams].map((pair) => pair.join(': ')) : linesOf(request.body)
  return [
    `> ${method} ${kind}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`,
    ...said.map((line) => `    ${line}`),
    `< ${response?.status ?? 'no answer'}  ${took}  ${problem === null ? verdictOf(row) : 'failed'}`,
    ...(response === null || response.bytes === 0 ? [] : linesOf(response.body).map((line) => `    ${line}`)),
    ...(problem === null ? [] : [hanging('  ', problem, columns)]),
  ].join('\n')
}

/** JSON with a field on each line; anything else as it is. */
function linesOf(body: Buffer): readonly string[] {
  const text = body.toString()
  const json = parseJson(text)
  return (json === undefined ? text : JSON.stringify(json, null, 2)).split('\n')
}

function shownCounts(counts: object | undefined): readonly string[] {
  if (counts === undefined) return []
  const shown = Object.entries(counts).map(([what, many]) => `${what} ${many}`)
  return [`The application counts: ${shown.join(', ')}.`]
}

function jsonOf(row: LogRow): object {
  const { kind, method, url, request, response, ms, deadline, attempt, faults } = row
  const reply = response === null ? null : { status: response.status, body: response.body.toString() }
  return {
    kind,
    method,
    url,
    body: request.body.toString(),
    reply,
    ms,
    deadline,
    attempt,
    faults,
    verdict: verdictOf(row),
  }
}

// ms: more than any profile or fault puts off.
const longestWait = 4 * 86_400_000
