import { spawn } from 'node:child_process'
import { basename, relative, resolve } from 'node:path'
import { type CANCEL_SYMBOL, confirm, isCancel, select } from '@clack/prompts'
import type { Command } from 'commander'
import { printable } from '../../text/clean-text.ts'
import { withExamples, withJson } from '../command.ts'
import { clip, hanging, usualColumns } from '../look/table.ts'
import { Interrupted, showJson, type Terminal, UsageError } from '../terminal.ts'
import { findDependency } from './dependency.ts'
import { type Language, projectFiles } from './project.ts'
import { type Written, writeProject } from './write-project.ts'

/** `fastify-merchant-webhooks init my-shop`: a small project that runs as it stands. */
export function define(init: Command, terminal: Terminal): void {
  init
    .argument('[folder]', 'where to write it', '.')
    .option('--js', 'in JavaScript: the default')
    .option('--ts', 'in TypeScript, for Node.js 22.18 and later')
    .option('--yes', 'asks no questions')
    .option('--force', 'overwrites files; package.json, .env and .gitignore only get what they lack')
    .option('--no-install', "doesn't run npm install and npm test")
  withExamples(withJson(init), 'init my-shop', 'init my-shop --ts --yes')
    .addHelpText('after', "\nDoesn't overwrite files without --force.")
    .action((folder, values) => makeProject(folder, values, terminal))
}

interface InitValues {
  readonly js?: boolean
  readonly ts?: boolean
  readonly yes?: boolean
  readonly force?: boolean
  readonly install: boolean
  readonly json?: boolean
}

async function makeProject(place: string, values: InitValues, terminal: Terminal): Promise<void> {
  const { js = false, ts = false, yes = false, force = false, json = false } = values
  if (js && ts) throw new UsageError('Say --js or --ts, not both.')
  const folder = resolve(place)
  const name = nameOf(folder)
  const person = yes || json ? undefined : terminal.person
  const language = js ? 'js' : ts ? 'ts' : await askLanguage(person)
  const installs = values.install && (await askInstall(person))
  const dependency = findDependency()
  const done = writeProject(folder, projectFiles(name, language, dependency), dependency, force)
  const passed = installs ? await install(folder, terminal) : 0
  if (json) terminal.out(showJson({ folder, name, language, ...done, installed: passed > 0 }, 2))
  else terminal.out(say(folder, language, done, passed))
  if (installs && passed < steps.length) throw new Interrupted('The project is written. Ctrl-C left the rest to you.')
}

/** A name that npm, Docker and systemd take. */
function nameOf(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')
  return name === '' ? 'shop' : name
}

type Person = Terminal['person']

async function askLanguage(person: Person): Promise<Language> {
  if (person === undefined) return 'js'
  return answerOf(person, (signal) =>
    select<Language>({
      message: 'Which language?',
      options: [
        { value: 'js', label: 'JavaScript' },
        { value: 'ts', label: 'TypeScript', hint: 'runs as it stands on Node.js 22.18 and later' },
      ],
      signal,
      ...streamsOf(person),
    }),
  )
}

async function askInstall(person: Person): Promise<boolean> {
  if (person === undefined) return true
  const message = 'Install what it needs with npm, and run its test?'
  return answerOf(person, (signal) => confirm({ message, signal, ...streamsOf(person) }))
}

// Both questions stand before the first file is written.
const cancelled = 'Nothing was written.'

/**
 * Cancels a question that nobody can answer any more: nothing else would settle it, and Node ends without a word of ours.
 *
 * @throws Interrupted where a person cancels it by a key
 */
async function answerOf<Answer>(
  { input }: NonNullable<Person>,
  ask: (signal: AbortSignal) => Promise<Answer | typeof CANCEL_SYMBOL>,
): Promise<Answer> {
  const gone = new AbortController()
  let isAnswered = false
  // Ctrl+D closes the line, which pauses the input. So does an answer: it is there by the next turn of the loop.
  const leave = (): void => {
    setImmediate(() => isAnswered || gone.abort())
  }
  for (const ending of endings) input.on(ending, leave)
  try {
    const answer = await ask(gone.signal)
    if (!isCancel(answer)) return answer
    throw gone.signal.aborted ? new Error(cancelled) : new Interrupted(cancelled)
  } finally {
    isAnswered = true
    for (const ending of endings) input.off(ending, leave)
  }
}

const endings = ['pause', 'end', 'close']

/**
 * npm install, then the project's own test: what is handed over runs.
 *
 * @returns how many of both passed: not all where Ctrl-C ended one
 */
async function install(folder: string, terminal: Terminal): Promise<number> {
  for (const [passed, { words, doing, done }] of steps.entries()) {
    const [step = ''] = words
    const stopWaiting = wait(`${doing} (npm ${step})…`, terminal)
    const { code, said, isInterrupted } = await npm(words, folder)
    stopWaiting()
    if (isInterrupted) return passed
    terminal.err(code === 0 ? done : `npm ${step} failed.`)
    if (code === 0) continue
    const network = step === 'install' ? ' Is there a network?' : ''
    const sentence = `The project is written, but npm ${step} failed in ${printable(folder)}: run it there.${network}`
    throw new Error([sentence, ...said.trim().split('\n').slice(-longestComplaint)].join('\n').trimEnd())
  }
  return steps.length
}

/** Counts the seconds behind a text until the result is called, where it can be drawn over. */
function wait(text: string, { progress, columns = usualColumns, err }: Terminal): () => void {
  if (progress === undefined) {
    err(text)
    return () => undefined
  }
  let seconds = 0
  const draw = (): void => progress(clip(`${text} ${seconds++} s`, columns - 1))
  draw()
  const timer = setInterval(draw, 1_000)
  return () => {
    clearInterval(timer)
    progress('')
  }
}

const steps = [
  {
    words: ['install', '--no-audit', '--no-fund', '--loglevel=error'],
    doing: 'Written. Installing what it needs; Ctrl-C leaves it to you',
    done: 'Installed.',
  },
  { words: ['test'], doing: 'Running its test', done: 'The test passed.' },
]

async function npm(words: readonly string[], cwd: string) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofAnotherProject.test(name)))
  const child = spawn('npm', words, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const ended = Promise.withResolvers<number | null>()
  child.once('error', () => ended.resolve(null))
  child.once('close', ended.resolve)
  let isInterrupted = false
  // At once: what npm has started may not end, or hold its streams open.
  const stop = (): void => {
    isInterrupted = true
    child.kill('SIGINT')
    ended.resolve(null)
  }
  process.once('SIGINT', stop)
  const code = await ended.promise
  process.off('SIGINT', stop)
  return { code, said, isInterrupted }
}

/** What npm tells the programs that it runs, and what would be taken for options of the install. */
const ofAnotherProject =
  /^(?:NODE_TEST_CONTEXT|npm_(?:package|lifecycle|command|config_(?:local_prefix|package|call|yes|global|prefix)$))/

const longestComplaint = 20

function streamsOf({ input, output }: NonNullable<Person>) {
  return { input, output }
}

function say(folder: string, language: Language, { written, added, kept }: Written, passed: number): string {
  const place = relative('', folder)
  const shown = printable(place.startsWith('..') ? folder : place)
  const list = (what: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [what, hanging('  ', paths.join(', '), usualColumns)]
  const next = [
    ...(place === '' ? [] : [`cd ${/\s/.test(shown) ? `'${shown}'` : shown}`]),
    ...(passed > 0 ? [] : ['npm install']),
    `npm test            # a customer dials, pays, and gets it once${passed === steps.length ? ': it passes' : ''}`,
    'npm run dev         # a page in your browser, with a phone',
    'npm run dial        # a phone in this terminal',
    'npm start           # listens on port 3000',
  ]
  return [
    ...list(place === '' ? 'Written:' : `Written to ${shown}:`, written),
    ...list('Got what they lacked:', added),
    ...list('Left as they are:', kept),
    '',
    'Next:',
    ...next.map((step) => `  ${step}`),
    '',
    `app.${language} has the conversation, README.md the rest.`,
  ].join('\n')
}
