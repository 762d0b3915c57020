import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { ApplicationMap, MappedScreen } from '../../simulator/map/application-map.ts'
import { differencesOf } from '../../simulator/map/compare.ts'
import { type MapOptions, type MapProgress, mapApplication } from '../../simulator/map/map-application.ts'
import { mermaidOf } from '../../simulator/map/mermaid.ts'
import { channels } from '../../simulator/phone/screen.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { printable } from '../../text/clean-text.ts'
import { messageOf } from '../../text/message-of.ts'
import { withExamples, withJson } from '../command.ts'
import { Environment } from '../environment.ts'
import { fileNamed } from '../files.ts'
import { readList, readWhole } from '../look/look-args.ts'
import { countOf, formatTable, hanging, usualColumns } from '../look/table.ts'
import { collect, headerHelp, headersOf, moduleHelp } from '../service/options.ts'
import { showable, showJson, type Terminal, UsageError } from '../terminal.ts'
import { buildTried, ownStoreWarning, readAnswers, readDial, type TriedApp } from './tried-app.ts'

/** `fastify-merchant-webhooks map`: the screens of an application, found by giving every answer. */
export function define(map: Command, terminal: Terminal): void {
  withExamples(
    withJson(map, 'the map as JSON, for --compare and other programs'),
    "map shop.js --answer 'PIN=2580'",
    'map shop.js --compare map.json',
  )
    .argument('<module>', moduleHelp)
    .option('--mermaid', 'the map as a Mermaid flowchart')
    .option('--compare <file>', 'says what differs from a saved map; exit code 1 if anything does')
    .option('--answer <words>', "an answer that a question takes, as in 'PIN=2580'; several times", collect)
    .option('--channel <names>', `of ${channels.join(', ')}; all that are served when left out`)
    .option('--dial <code>', 'what is dialled', '*713#')
    .option('--header <line>', headerHelp, collect)
    .option('--pushes <number>', 'at most so many pushes', '10000')
    .option('--depth <number>', 'the most answers in a row', '15')
    .option('--for <seconds>', 'the longest time', '60')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed or differs, 2 not understood.')
    .action((file, values) => drawMap(file, values, terminal))
}

interface MapValues {
  readonly json?: boolean
  readonly mermaid?: boolean
  readonly compare?: string
  readonly answer?: readonly string[]
  readonly channel?: string
  readonly dial: string
  readonly header?: readonly string[]
  readonly pushes: string
  readonly depth: string
  readonly for: string
}

async function drawMap(file: string, values: MapValues, terminal: Terminal): Promise<void> {
  const other = values.json === true ? '--json' : values.compare === undefined ? undefined : '--compare'
  if (values.mermaid === true && other !== undefined) throw new UsageError(`Say --mermaid or ${other}, not both.`)
  const saved = values.compare === undefined ? undefined : readMap(values.compare)
  const options: MapOptions = {
    channels: readList('--channel', values.channel, channels),
    dial: readDial(values.dial),
    answers: readAnswers(values.answer),
    headers: headersOf(values),
    pushes: readWhole('--pushes', values.pushes, 10_000_000, 1),
    depth: readWhole('--depth', values.depth, 1_000, 1),
    time: readWhole('--for', values.for, 86_400, 1) * 1_000,
    onProgress: (progress) => terminal.progress?.(lineOf(progress)),
  }
  const map = await walk(file, options, values, terminal)
  if (saved !== undefined) {
    const differs = differencesOf(saved, map)
    if (values.json === true) terminal.out(showJson({ differs }, 2))
    else terminal.out(differs.length === 0 ? 'Nothing differs.' : differs.join('\n'))
    if (differs.length > 0) throw new Error(`${differs.length} differences from ${printable(values.compare ?? '')}.`)
  } else if (values.json === true) terminal.out(showJson(map, 2))
  else terminal.out(values.mermaid === true ? mermaidOf(map) : describeMap(map, terminal.columns))
}

async function walk(file: string, options: MapOptions, values: MapValues, terminal: Terminal): Promise<ApplicationMap> {
  const tried: TriedApp[] = []
  const environment = new Environment()
  const build = async (sim: Simulator) => {
    const built = await buildTried(file, sim, environment, values)
    tried.push(built)
    if (!built.tookStore)
      terminal.err(
        `${ownStoreWarning} What stands there already can change where a dial leads: then a finding may be wrong.`,
      )
    return built.app
  }
  try {
    return await mapApplication(build, { ...options, warnings: () => tried.flatMap(({ warnings }) => warnings()) })
  } finally {
    terminal.progress?.('')
    for (const { app } of tried) await app.close()
    environment.restore()
  }
}

function lineOf({ channel, screens, pushes, waiting }: MapProgress): string {
  return `${channel}: ${countOf(screens, 'screen')}, ${waiting} of them waiting, ${countOf(pushes, 'push', 'pushes')}`
}

function readMap(file: string): ApplicationMap {
  const isFolder = fileNamed(file).isDirectory()
  try {
    if (isFolder) throw new Error('it is a folder')
    const map: Partial<ApplicationMap> = JSON.parse(readFileSync(file, 'utf8'))
    if (map.version !== 1 || !Array.isArray(map.screens)) throw new Error('it has no screens of version 1')
    return map as ApplicationMap
  } catch (error) {
    throw new UsageError(
      `${printable(file)} is no saved map: ${messageOf(error)}. Write one with map --json > map.json.`,
    )
  }
}

/** A map for people: its screens with their lengths and where they lead, what was found, and whether a bound was met. */
export function describeMap(map: ApplicationMap, columns = usualColumns): string {
  const { screens, findings, warnings, channels } = map
  const list = formatTable(
    ['screen', 'kind', ...channels, 'leads to'],
    screens.map((screen) => [
      screen.id,
      screen.kind,
      ...channels.map((channel) => lengthOf(screen, channel)),
      screen.pays === null ? leadsOf(screen) : `asks for ${screen.pays.amount}`,
    ]),
    { columns, elastic: ['leads to', 'screen'] },
  )
  const found = toldOf(
    findings.filter(({ isHint }) => isHint !== true),
    columns,
  )
  const hints = toldOf(
    findings.filter(({ isHint }) => isHint === true),
    columns,
  )
  const warned = warnings.map((warning) => hanging('- ', showable(warning), columns))
  return [
    list,
    ...(found.length === 0 ? [] : ['', 'Worth a look:', ...found]),
    ...(hints.length === 0 ? [] : ['', 'Good to know:', ...hints]),
    ...(warned.length === 0 ? [] : ['', 'The plugin warns:', ...warned]),
    '',
    hanging('', summaryOf(map), columns),
  ].join('\n')
}

/** What was found at several screens alike is one line. */
function toldOf(findings: ApplicationMap['findings'], columns: number): readonly string[] {
  const alike = Map.groupBy(findings, ({ kind, channels: where, text }) => `${kind} on ${where.join(', ')}: ${text}`)
  return [...alike].map(([what, same]) => {
    const where = namesOf(same.map(({ screen }) => screen))
    return hanging('- ', showable(`${where}: ${what}`), columns)
  })
}

/** With `?` where the screen was not walked again. */
function leadsOf({ answers }: MappedScreen): string {
  const doubtful = new Set(answers.filter(({ notWalked }) => notWalked === true).map(({ to }) => to))
  return [...new Set(answers.map(({ to }) => (doubtful.has(to) ? `${to}?` : to)))].join(', ')
}

/** Characters, with the number of pages where there are several. */
function lengthOf({ lengths, pages }: MappedScreen, channel: keyof MappedScreen['lengths']): string {
  const count = pages[channel] ?? 1
  return `${lengths[channel] ?? '-'}${count > 1 ? ` x${count}` : ''}`
}

function summaryOf({ screens, bounds }: ApplicationMap): string {
  const { pushes, met, notWalked } = bounds
  const options = { pushes: '--pushes', depth: '--depth', time: '--for' }
  return [
    `${countOf(screens.length, 'screen')} with ${countOf(pushes, 'push', 'pushes')}.`,
    ...(met.length === 0 ? [] : [`Not all was seen: raise ${met.map((bound) => options[bound]).join(', ')}.`]),
    ...(notWalked.length === 0 ? [] : [leftOf(notWalked)]),
    ...(met.length === 0 && notWalked.length === 0 ? ['Every answer was given.'] : []),
  ].join(' ')
}

function leftOf(notWalked: ApplicationMap['bounds']['notWalked']): string {
  const places = namesOf(notWalked.map(({ screen, answer }) => `${showable(answer)} at ${screen}`))
  return `Screens that look like one already walked were not walked again behind ${places}.`
}

/** The first of them, and how many more there are. */
function namesOf(all: readonly string[]): string {
  const more = all.length > mostNamed ? `, and ${all.length - mostNamed} more` : ''
  return all.slice(0, mostNamed).join(', ') + more
}

const mostNamed = 5
