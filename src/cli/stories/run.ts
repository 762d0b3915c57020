import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { mock } from 'node:test'
import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import type { Dialogue } from '../../simulator/dialogue/dialogue.ts'
import { readDialogue } from '../../simulator/dialogue/read-dialogue.ts'
import { type DialogueApp, type DialogueResult, runDialogue } from '../../simulator/dialogue/run-dialogue.ts'
import { updateScreens } from '../../simulator/dialogue/write-dialogue.ts'
import { FMW_DIALOGUE } from '../../simulator/errors.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { ConnectOptions } from '../../simulator/wire/addresses.ts'
import { printable } from '../../text/clean-text.ts'
import { messageOf } from '../../text/message-of.ts'
import { withExamples, withJson } from '../command.ts'
import { Environment } from '../environment.ts'
import { buildTried, ownStoreWarning } from '../explore/tried-app.ts'
import { countOf } from '../look/table.ts'
import {
  allowHostHelp,
  type ConnectionValues,
  collect,
  connectionOf,
  headerHelp,
  secretHelp,
  withAddress,
} from '../service/options.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { readNames } from './named-files.ts'

/** `fastify-merchant-webhooks run app.js stories/`: plays dialogues against an application, and checks them. */
export function define(run: Command, terminal: Terminal): void {
  withExamples(
    withJson(withAddress(run), 'what came of each dialogue, step by step'),
    'run app.js stories/',
    'run tea.yaml --app http://127.0.0.1:3000/push',
  )
    .argument('<names...>', 'dialogues (YAML), folders of them or patterns, and the module of the application')
    .option('--registration <name>', "a registration of the module other than 'default'")
    .option('--header <line>', headerHelp, collect)
    .option('--allow-host <name>', allowHostHelp, collect)
    .option('--secret <name=value>', 'a secret of the dialogues, as in PIN=2580; repeat for more', collect)
    .option('--update', 'writes what the screens show now into the files, after showing what differs')
    .addHelpText(
      'after',
      `\nThe module is built again for each dialogue, with a store in memory if its\nfunction takes one ({ logger, store }). Its Date stands at the dialogue's time.\n\nExit codes: 0 all passed, 1 one failed, 2 not understood.\n${secretHelp}`,
    )
    .action((names, values) => runStories(names, values, terminal))
}

interface RunValues extends ConnectionValues {
  readonly allowHost?: readonly string[]
  readonly secret?: readonly string[]
  readonly update?: boolean
  readonly json?: boolean
}

/** What came of one file. */
interface PlayedStory {
  readonly file: string
  readonly title: string | null
  readonly state: 'passed' | 'failed' | 'updated'
  readonly problem: string | null
  readonly ms: number
  readonly seed: number | null
  readonly steps: DialogueResult['steps']
}

async function runStories(names: readonly string[], values: RunValues, terminal: Terminal): Promise<void> {
  const { module, files } = readNames(names, (file) => /\.ya?ml$/.test(file))
  if (files.length === 0) throw new UsageError('Name a dialogue, or a folder of them: run app.js stories/')
  if ((module === undefined) === (values.app === undefined))
    throw new UsageError('Name the application: a module such as app.js, or --app http://127.0.0.1:3000/push.')
  const stage = new Stage(module, values, connectionOf(module, values), terminal)
  const played: PlayedStory[] = []
  try {
    for (const file of files) {
      const story = await playFile(file, stage, values.update === true)
      played.push(story)
      if (values.json !== true) terminal.out(describe(story))
    }
  } finally {
    await stage.close()
  }
  const failed = played.filter(({ state }) => state === 'failed').length
  const updated = played.filter(({ state }) => state === 'updated').length
  const counts = { passed: played.length - failed - updated, failed, updated }
  if (values.json === true) terminal.out(showJson({ ...counts, dialogues: played }, 2))
  else terminal.out(`${counts.passed} passed, ${failed} failed${updated === 0 ? '' : `, ${updated} updated`}.`)
  if (failed > 0) throw new Error(`${failed} of ${played.length} failed.`)
}

async function playFile(file: string, stage: Stage, updates: boolean): Promise<PlayedStory> {
  const begun = performance.now()
  const story = { file, title: null, seed: null, steps: [] }
  const took = (): number => Math.round(performance.now() - begun)
  try {
    const yaml = readText(file)
    const dialogue = readDialogue(yaml, file)
    const result = await stage.play(dialogue, updates)
    const known = {
      ...story,
      title: dialogue.dialogue,
      seed: result.seed,
      steps: result.steps,
      problem: result.problem,
    }
    if (result.problem === null) return { ...known, state: 'passed', ms: took() }
    if (!updates || result.isStuck) return { ...known, state: 'failed', ms: took() }
    const text = updateScreens(yaml, dialogue, result.found)
    const again = await stage.play(readDialogue(text, file), false)
    // What no screen says, an outcome for example, can't be put right by writing another.
    if (again.problem !== null) return { ...known, problem: again.problem, state: 'failed', ms: took() }
    writeFileSync(file, text)
    return { ...known, state: 'updated', ms: took() }
  } catch (error) {
    const problem = error instanceof FMW_DIALOGUE ? error.message : messageOf(error)
    return { ...story, state: 'failed', problem, ms: took() }
  }
}

function readText(file: string): string {
  const { size } = statSync(file)
  if (size > longest)
    throw new Error(`${printable(file)} has ${size} bytes: a dialogue has at most ${longest}. Split it.`)
  return readFileSync(file, 'utf8')
}

const longest = 2_000_000

/** Where dialogues are played, one after the other: each on a simulator of its own, at the same address. */
class Stage {
  readonly #module: string | undefined
  readonly #values: RunValues
  readonly #connect: ConnectOptions
  readonly #terminal: Terminal
  readonly #environment = new Environment()
  readonly #secrets: Readonly<Record<string, string>>
  #app: FastifyInstance | undefined
  #port = 0
  #isWarned = false

  constructor(module: string | undefined, values: RunValues, connect: ConnectOptions, terminal: Terminal) {
    this.#module = module
    this.#values = values
    this.#connect = connect
    this.#terminal = terminal
    this.#secrets = Object.fromEntries((values.secret ?? []).map(readSecret))
  }

  async play(dialogue: Dialogue, goesOn: boolean): Promise<DialogueResult> {
    const { app = '', allowHost: allowHosts = [] } = this.#values
    const target: DialogueApp = this.#module === undefined ? app : (sim) => this.#build(sim)
    try {
      return await runDialogue(target, dialogue, {
        goesOn,
        secrets: this.#secrets,
        connect: this.#connect,
        simulator: { port: this.#port, allowHosts },
        onTime: (now) => (this.#module === undefined ? undefined : standAt(now)),
      })
    } finally {
      mock.timers.reset()
    }
  }

  async close(): Promise<void> {
    await this.#app?.close()
    this.#environment.restore()
  }

  /** A module that exports an application, and no function, gives the same one each time. */
  async #build(sim: Simulator) {
    this.#port = Number(new URL(sim.url).port)
    const { app, tookStore } = await buildTried(this.#module ?? '', sim, this.#environment, this.#values)
    if (!tookStore && !this.#isWarned) this.#terminal.err(ownStoreWarning)
    this.#isWarned ||= !tookStore
    if (this.#app !== app) await this.#app?.close()
    this.#app = app
    const { merchant } = app
    return { merchant, ready: () => app.ready(), inject: app.inject.bind(app), close: () => undefined }
  }
}

function readSecret(words: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/s.exec(words) ?? []
  if (name === '') throw new UsageError(`--secret takes a name, = and the value, as in PIN=2580.`)
  return [name, value]
}

/** The calendar of this process stands, and its timers go on. */
function standAt(now: number): void {
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date'], now })
}

function describe({ file, title, state, problem, ms, steps }: PlayedStory): string {
  const count = `${countOf(steps.length, 'step')}, ${ms} ms`
  const line = `${state.padEnd(7)} ${printable(file)}${title === null ? '' : `  ${printable(title)}`}  (${count})`
  if (problem === null) return line
  // The title stands above.
  const said = title !== null && problem.startsWith(`${title}\n`) ? problem.slice(title.length + 1) : problem
  return `${line}\n${said}\n`
}
