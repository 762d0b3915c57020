import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import type { Books, ChaosApp } from '../../simulator/chaos/books.ts'
import { type ChaosFailure, type ChaosProgress, chaos } from '../../simulator/chaos/chaos.ts'
import { ruleTexts } from '../../simulator/chaos/violation.ts'
import { testOf } from '../../simulator/chaos/write-test.ts'
import { writeDialogue } from '../../simulator/dialogue/write-dialogue.ts'
import { Project, testEndingIn } from '../../simulator/project/project.ts'
import { printable } from '../../text/clean-text.ts'
import { messageOf } from '../../text/message-of.ts'
import { withExamples, withJson } from '../command.ts'
import { Environment } from '../environment.ts'
import { exportedApp, levelFor, loadModule } from '../load-app.ts'
import { readWhole } from '../look/look-args.ts'
import { countOf, hanging } from '../look/table.ts'
import { collect, headerHelp, headersOf } from '../service/options.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { buildTried, ownStoreWarning, prepareFor, readAnswers, readDial } from './tried-app.ts'

/** `fastify-merchant-webhooks chaos`: phones, payments and faults at random, and rules that must hold whatever they do. */
export function define(command: Command, terminal: Terminal): void {
  withExamples(
    withJson(command, 'what came of it as JSON'),
    'chaos shop.js --seed 7 --for 60',
    'chaos shop.js --save stories',
  )
    .argument('<module>', 'exports a function that builds the Fastify application, for each story anew')
    .option('--seed <number>', 'the same seed tells the same stories', '1')
    .option('--runs <number>', 'the most stories; as many as there is time for when left out')
    .option('--for <seconds>', 'the longest time', '60')
    .option('--steps <number>', 'the most steps of a story', '40')
    .option('--phones <number>', 'how many phones there are on USSD', '3')
    .option('--answer <words>', "an answer that a question takes, as in 'PIN=2580'; repeat for more", collect)
    .option('--dial <code>', 'what is dialled', '*713#')
    .option('--text <words>', 'a message to the short code, as in BUY; repeat for more', collect)
    .option('--header <line>', headerHelp, collect)
    .option('--blocked <ms>', 'how long a handler may block the process, ms', '500')
    .option('--save <folder>', 'where to write a failing story, with a test that plays it')
    .addHelpText(
      'after',
      `\nThe rules:\n${rules()}\n\nNot found: what rests on your own dates. The simulator's time passes,\nthe Date of the process does not.\n\nExit codes: 0 all held, 1 failed, 2 not understood.`,
    )
    .action((file, values) => letLoose(file, values, terminal))
}

interface ChaosValues {
  readonly json?: boolean
  readonly seed: string
  readonly runs?: string
  readonly for: string
  readonly steps: string
  readonly phones: string
  readonly answer?: readonly string[]
  readonly dial: string
  readonly text?: readonly string[]
  readonly header?: readonly string[]
  readonly blocked: string
  readonly save?: string
}

async function letLoose(file: string, values: ChaosValues, terminal: Terminal): Promise<void> {
  const options = {
    seed: readWhole('--seed', values.seed, 2 ** 31),
    runs: values.runs === undefined ? undefined : readWhole('--runs', values.runs, 10_000_000, 1),
    time: readWhole('--for', values.for, 86_400, 1) * 1_000,
    steps: readWhole('--steps', values.steps, 10_000, 1),
    phones: readWhole('--phones', values.phones, 100, 1),
    answers: readAnswers(values.answer),
    dial: readDial(values.dial),
    texts: values.text,
    headers: headersOf(values),
    blocked: readWhole('--blocked', values.blocked, 60_000, 1),
    onProgress: (progress: ChaosProgress) => terminal.progress?.(lineOf(progress)),
  }
  const environment = new Environment()
  try {
    const begun = performance.now()
    const result = await chaos(appOf(file, environment, values, terminal), options)
    terminal.progress?.('')
    const { failure, seed, runs, steps, unsteady, waited } = result
    const waitedHint = waitingHint(waited, performance.now() - begun)
    const files =
      failure === null || values.save === undefined
        ? []
        : saveOrTell(failure, file, values.save, Object.keys(options.headers), terminal)
    if (values.json === true) terminal.out(showJson({ ...result, files }, 2))
    else if (failure !== null) terminal.out(describe(failure, files, terminal.columns))
    else {
      const held = `Everything held: ${shownRuns(runs, steps)}, seed ${seed}.`
      terminal.out(`${held}${unsteadyHint(unsteady)}${waitedHint}`)
    }
    if (failure !== null)
      throw new Error(`It doesn't hold that ${ruleTexts[failure.violation.rule]}: story ${runs}, seed ${seed}.`)
  } finally {
    terminal.progress?.('')
    environment.restore()
  }
}

/** The application of a module, built anew for each story; its books where it exports them. */
function appOf(file: string, environment: Environment, values: ChaosValues, terminal: Terminal): ChaosApp {
  let books: unknown
  let isTold = false
  return {
    build: async (sim) => {
      prepareFor(sim, environment)
      const module = await loadModule(file, levelFor(values, 'error'))
      if (typeof exportedApp(module) !== 'function') {
        throw new Error(
          `${printable(file)} exports no function that builds an application, and chaos needs a new one for each story: export one as default, app or build.`,
        )
      }
      books = module.books
      const { app, tookStore } = await buildTried(file, sim, environment, values)
      if (!isTold) terminal.err(tookStore ? handlersRanWarning : ownStoreWarning)
      isTold = true
      return app
    },
    books: (app): Books | Promise<Books> => (typeof books === 'function' ? books(app) : {}),
  }
}

const handlersRanWarning =
  'Handlers run for real: what they keep elsewhere than in the { store } that they are given stays there.'

/** The story took a minute to find: it's printed though it can't be written. @returns the files */
function saveOrTell(
  failure: ChaosFailure,
  file: string,
  folder: string,
  headers: readonly string[],
  terminal: Terminal,
): readonly string[] {
  try {
    return save(failure, file, folder, headers)
  } catch (error) {
    terminal.err(`The story can't be written into ${printable(folder)}: ${messageOf(error)}`)
    return []
  }
}

/** The story as a dialogue, and a test that plays it. @returns the files */
function save(
  { violation, story }: ChaosFailure,
  file: string,
  folder: string,
  headers: readonly string[],
): readonly string[] {
  mkdirSync(folder, { recursive: true })
  const dialogue = `chaos-${violation.rule}.yaml`
  const module = relative(folder, file).replaceAll('\\', '/')
  const { runner } = new Project({ folder: '.' })
  const written = [
    [dialogue, writeDialogue(story, [`Found by chaos, seed ${story.seed}.`, testAloneJudges])],
    [`chaos-${violation.rule}${testEndingIn(folder)}`, testOf(violation, { dialogue, module, headers, runner })],
  ] as const
  for (const [name, text] of written) writeFileSync(join(folder, name), text)
  return written.map(([name]) => join(folder, name))
}

const testAloneJudges =
  'The test beside it checks the rule. The command run plays the steps alone, and may pass where the rule is broken.'

function describe({ violation, story, foundWith }: ChaosFailure, files: readonly string[], columns = 80): string {
  const { steps } = story
  return [
    hanging('', `${violation.rule}: ${violation.text}`, columns),
    '',
    `The shortest story that does it, ${steps.length} of ${foundWith} steps:`,
    '',
    writeDialogue(story),
    ...(files.length === 0
      ? ['--save <folder> writes it there, with a test that plays it.']
      : files.map((file) => `Written: ${file}`)),
  ].join('\n')
}

function unsteadyHint(unsteady: number): string {
  return unsteady === 0 ? '' : ` ${unsteady} failures did not come again, and don't count.`
}

/** Who waits most of the time tries little. */
function waitingHint(waited: number, all: number): string {
  if (waited < all / 2) return ''
  return ` ${Math.round(waited / 1_000)} of ${Math.round(all / 1_000)} s went into pushes that took more than a second to be answered.`
}

function lineOf({ runs, steps, shrinking }: ChaosProgress): string {
  const found = shrinking === null ? '' : `: one fails, and is made shorter: ${countOf(shrinking, 'step')}`
  return `${shownRuns(runs, steps)}${found}`
}

function shownRuns(runs: number, steps: number): string {
  return `${countOf(runs, 'story', 'stories')}, ${countOf(steps, 'step')}`
}

function rules(): string {
  return Object.entries(ruleTexts)
    .map(([rule, text]) => `  ${rule.padEnd(16)} ${text}`)
    .join('\n')
}
