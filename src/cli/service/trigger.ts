import type { Command } from 'commander'
import { type Kind, kinds } from '../../pushes/kinds.ts'
import { knownFaults } from '../../simulator/faults/table.ts'
import type { LogRow } from '../../simulator/log/row.ts'
import { Random } from '../../simulator/random.ts'
import { type Casing, parseJson, type WireFields, type WireValue } from '../../simulator/wire/names.ts'
import { type FieldChanges, sampleOf } from '../../simulator/wire/samples.ts'
import { shownStart } from '../../simulator/wire/shown-address.ts'
import { printable } from '../../text/clean-text.ts'
import { nearestWord } from '../../text/nearest-word.ts'
import { withExamples } from '../command.ts'
import { levelFor } from '../load-app.ts'
import { readList, readWhole } from '../look/look-args.ts'
import { hanging, usualColumns } from '../look/table.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import {
  collect,
  moduleHelp,
  readFault,
  readSeed,
  type ServiceValues,
  secretHelp,
  withServiceOptions,
} from './options.ts'
import { againstLimit, secretAdvice, unknownPaymentAdvice, verdictOf } from './row-line.ts'
import { merchantOf, notificationsTried, requireTarget, withService } from './with-service.ts'

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

/** What is to be different in a push, as options say it: each `path=value`, or a path alone. */
interface Wished {
  /** Fields that the push has, in any casing: `data.amount=5`. */
  readonly set: readonly string[]
  /** Fields that it doesn't have: `data.fee=0.5`. */
  readonly add: readonly string[]
  /** Fields that are left out. */
  readonly without: readonly string[]
}

/** A sample of a push as it is wished. @throws UsageError naming the field, and what may be meant */
function wishedFields(sample: WireFields, { set, add, without }: Wished): FieldChanges {
  const wishes = [
    ...set.map((text) => readSet(sample, text)),
    ...add.map((text) => readAdded(sample, text)),
    ...without.map((path) => ({ path: find(sample, '--without', path).path, value: undefined })),
  ]
  return wishes.reduce<FieldChanges>((fields, { path, value }) => put(fields, path, value), sample)
}

interface Wish {
  readonly path: readonly string[]
  readonly value: WireValue | undefined
}

function readSet(sample: WireFields, text: string): Wish {
  const { name, value, isJson } = split('--set', text)
  const { path, held } = find(sample, '--set', name)
  if (isJson) return { path, value: readJson('--set', text, value) }
  // Of the same type as in the reference; a field that shows none takes what it is given.
  if (typeof held === 'string') return { path, value }
  if (held === null) return { path, value: parseJson(value) ?? value }
  const read = parseJson(value)
  if (typeOf(read) === typeOf(held) || read === null) return { path, value: read }
  const shown = path.join('.')
  throw new UsageError(
    `--set ${printable(text)}: ${shown} is ${typeOf(held)}, as in ${shown}=${JSON.stringify(held)}. ${shown}:=${JSON.stringify(value)} sends a text.`,
  )
}

function readAdded(sample: WireFields, text: string): Wish {
  const { name, value, isJson } = split('--add', text)
  const names = name.split('.')
  const { path } = known(sample, names)
  const read = isJson ? readJson('--add', text, value) : (parseJson(value) ?? value)
  return { path: [...path, ...names.slice(path.length)], value: read }
}

function split(option: string, text: string) {
  const at = text.indexOf('=')
  const isJson = text.charAt(at - 1) === ':'
  const name = text.slice(0, isJson ? at - 1 : at).trim()
  if (at === -1 || name === '')
    throw new UsageError(`${option} takes a path and a value, as in data.amount=5, not '${printable(text)}'.`)
  return { name, value: text.slice(at + 1), isJson }
}

/** A field by its path, as the push writes it. @throws UsageError with those that are there */
function find(sample: WireFields, option: string, written: string) {
  const names = written.split('.')
  const { path, held } = known(sample, names)
  const missing = names[path.length]
  if (missing === undefined) return { path, held }
  const there = Object.keys(Object(held))
  const nearest = nearestWord(missing, there)
  const list = `${path.length === 0 ? 'there are' : `${path.join('.')} has`} ${there.join(', ') || 'none'}`
  const hint = nearest === undefined ? list : `'${[...path, nearest].join('.')}' may be meant`
  throw new UsageError(`${option}: there is no field '${printable(written)}': ${hint}. --add puts another in.`)
}

/** How far a path leads, in the push's own names, and what is held there. */
function known(sample: WireFields, names: readonly string[]) {
  const path: string[] = []
  let held: WireValue = sample
  for (const name of names) {
    const fields: { readonly [name: string]: WireValue } = Object(typeof held === 'string' ? null : held)
    const found = Object.keys(fields).find((one) => one.toLowerCase() === name.toLowerCase())
    if (found === undefined) break
    path.push(found)
    held = fields[found] ?? null
  }
  return { path, held }
}

/** The same with another value at a path; undefined leaves it out. */
function put(held: FieldChanges, [name = '', ...inner]: readonly string[], value: WireValue | undefined): FieldChanges {
  const within = held[name]
  if (inner.length === 0) return { ...held, [name]: value }
  if (Array.isArray(within)) return { ...held, [name]: putInList(within, inner, value) }
  return { ...held, [name]: put(Object(within), inner, value) }
}

function putInList(list: readonly WireValue[], [at = '', ...inner]: readonly string[], value: WireValue | undefined) {
  const changed = inner.length === 0 ? value : put(Object(list[Number(at)]), inner, value)
  // Written and read: what is left out is gone then.
  return list.with(Number(at), JSON.parse(JSON.stringify(changed ?? null)))
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'boolean' ? 'true or false' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function readJson(option: string, text: string, value: string): WireValue {
  const read = parseJson(value)
  if (read === undefined)
    throw new UsageError(`${option} ${printable(text)}: after := stands JSON, as in data.amount:="5".`)
  return read
}
