import { Command, CommanderError } from 'commander'
import { FMW_LOOK } from '../admin/errors.ts'
import { readOwnPackage } from '../built-files.ts'
import { printable } from '../text/clean-text.ts'
import { messageOf } from '../text/message-of.ts'
import { hintOf } from '../text/nearest-word.ts'
import { type Define, isHelp, problemOf, program } from './command.ts'
import { usualColumns } from './look/table.ts'
import { clearTerminal, Interrupted, type Terminal, UsageError } from './terminal.ts'

/** Each with what loads it: what a command needs is loaded only where it runs. */
const commands: readonly (readonly [
  name: string,
  summary: string,
  load: () => Promise<{ readonly define: Define }>,
])[] = [
  ['init', 'Writes a small shop to start with, and its test', () => import('./init/init.ts')],
  ['dev', 'Runs your application beside the service, with a page for both', () => import('./dev/dev.ts')],
  ['simulate', 'The service on this machine: calls, pushes, payments', () => import('./service/simulate.ts')],
  ['dial', 'A phone in the terminal', () => import('./service/dial/dial.ts')],
  ['trigger', 'Sends one push of any kind, as it is or changed', () => import('./service/trigger.ts')],
  ['run', 'Plays dialogues and checks them', () => import('./stories/run.ts')],
  ['replay', 'Sends recorded pushes again', () => import('./stories/replay.ts')],
  ['map', 'Draws the screens of an application', () => import('./explore/map.ts')],
  ['chaos', 'Plays random phones, payments and faults on an application', () => import('./explore/chaos.ts')],
  ['doctor', 'Finds what is wrong with a project or a deployed application', () => import('./doctor/doctor.ts')],
  [
    'check-sessions',
    'Which open sessions a new build would break, before you deploy it',
    () => import('./before-deploy/check-sessions.ts'),
  ],
  ['replay-day', "Plays a day's sessions and entries with a new build", () => import('./before-deploy/replay-day.ts')],
  ['urls', 'The addresses to register with the service', () => import('./urls.ts')],
  ['inbox', 'Notifications in the inbox: list, retry, export', () => import('./inbox/inbox.ts')],
  ['trail', 'The audit trail: who did what, when, and why', () => import('./trail.ts')],
  [
    'stop',
    'Stops a kind of push, until you start it again',
    async () => ({ define: (await import('./stops.ts')).defineStop }),
  ],
  [
    'start',
    'Starts a kind of push again after a stop',
    async () => ({ define: (await import('./stops.ts')).defineStart }),
  ],
  ['stops', 'Which kinds of push are stopped, by whom and why', () => import('./stops.ts')],
  ['backup', 'Copies both files of a SQLite store, while the application runs', () => import('./backup.ts')],
  ['export', 'Exports all data of one person', () => import('./person/export.ts')],
  ['erase', 'Erases the data of one person', () => import('./person/erase.ts')],
  ['reseal', 'Encrypts a store again with a new secret', () => import('./reseal.ts')],
  ['sessions', 'Sessions of subscribers, with masked transcripts', () => import('./sessions.ts')],
]

/** Runs `fastify-merchant-webhooks <command> …` and gives the exit code: 0 done, 1 failed, 2 not understood, 130 ended by Ctrl-C. */
export async function runCommand(args: readonly string[], plain: Terminal): Promise<number> {
  // Everything that is written passes here.
  const terminal = clearTerminal(plain)
  const root = await rootFor(args, terminal)
  try {
    const [first, ...words] = args
    if (first === 'help' && words.length > 0) {
      helpOf(root, words).outputHelp()
      return 0
    }
    await root.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (isHelp(error)) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof CommanderError || error instanceof UsageError || error instanceof FMW_LOOK)) {
      terminal.err(messageOf(error))
      return error instanceof Interrupted ? interrupted : 1
    }
    const problem = error instanceof CommanderError ? problemOf(error, commandNames) : withOption(error.message, args)
    terminal.err(`${problem}\n${[program, ...wordsOf(root, args)].join(' ')} --help tells more.`)
    return 2
  }
}

/** The command that words name. @throws UsageError naming the word that is none */
function helpOf(root: Command, words: readonly string[]): Command {
  const [word, ...rest] = words
  if (word === undefined || root.commands.length === 0) return root
  const found = root.commands.find((one) => one.name() === word)
  if (found !== undefined) return helpOf(found, rest)
  const known = root.commands.map((one) => one.name())
  throw new UsageError(`There is no command '${printable(word)}': ${hintOf(word, known)}.`)
}

/** What is wrong with something that came as an option, by the option's name. */
function withOption(problem: string, args: readonly string[]): string {
  const [, name = ''] = /^(\w+) must /.exec(problem) ?? []
  const option = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return args.some((arg) => arg === option || arg.startsWith(`${option}=`))
    ? option + problem.slice(name.length)
    : problem
}

/** As shells say it of a command that the signal has ended. */
const interrupted = 130

async function rootFor(args: readonly string[], terminal: Terminal): Promise<Command> {
  const root = new Command(program)
    .usage('<command> [options]')
    .helpOption('-h, --help', 'this help')
    .version(readOwnPackage().version, '-v, --version', 'the version of this package')
    .helpCommand('help [command]', 'what a command does')
    .addHelpText('after', `\n${program} <command> --help tells more.\nExit codes: 0 done, 1 failed, 2 not understood.`)
    .exitOverride()
    // What an option is for is wrapped in narrow terminals too.
    .configureHelp({ minWidthToWrap: 12 })
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      // Help, where nothing was asked for; problems are said below.
      writeErr: (text) => terminal.out(text.trimEnd()),
      outputError: () => undefined,
      getOutHelpWidth: () => terminal.columns ?? usualColumns,
      getErrHelpWidth: () => terminal.columns ?? usualColumns,
    })
  const [first, second] = args
  for (const [name, summary, load] of commands) {
    const command = root.command(name).description(summary)
    if (name === (first === 'help' ? second : first)) (await load()).define(command, terminal)
  }
  return root
}

const commandNames = commands.map(([name]) => name)

/** The words that name a command and its action. */
function wordsOf(root: Command, [word, ...rest]: readonly string[]): readonly string[] {
  const command = root.commands.find((one) => one.name() === word)
  return command === undefined ? [] : [command.name(), ...wordsOf(command, rest)]
}
