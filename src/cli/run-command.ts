import { Command, CommanderError } from 'commander'
import { messageOf } from '../text/message-of.ts'
import { type Define, isHelp, problemOf, program } from './command.ts'
import { clearTerminal, type Terminal, UsageError } from './terminal.ts'

/** Each with what loads it: what a command needs is loaded only where it runs. */
const commands: readonly (readonly [
  name: string,
  summary: string,
  load: () => Promise<{ readonly define: Define }>,
])[] = [
  ['init', 'A small shop to begin with, with its test', () => import('./init/init.ts')],
  ['dev', 'Your application and the service, with a page to play both', () => import('./dev/dev.ts')],
  ['simulate', 'The service on this machine: calls, pushes, payments', () => import('./service/simulate.ts')],
  ['dial', 'A phone in the terminal', () => import('./service/dial/dial.ts')],
  ['trigger', 'One push of any kind, as it is or changed', () => import('./service/trigger/trigger.ts')],
  ['run', 'Plays dialogues and checks them', () => import('./stories/run.ts')],
  ['replay', 'Sends recorded pushes again', () => import('./stories/replay.ts')],
  ['map', 'The screens of an application, drawn by answering them', () => import('./explore/map.ts')],
  ['chaos', 'Phones, payments and faults let loose on an application', () => import('./explore/chaos.ts')],
  ['doctor', 'What is wrong with a project or a deployed application', () => import('./doctor/doctor.ts')],
  [
    'check-sessions',
    'Which open sessions a new build would break, before you deploy it',
    () => import('./before-deploy/check-sessions.ts'),
  ],
  [
    'replay-day',
    'Sessions and entries of a day again, with a new build',
    () => import('./before-deploy/replay-day.ts'),
  ],
  ['urls', 'The addresses to register with the service', () => import('./urls.ts')],
  ['inbox', 'The notifications that were kept: look, retry, export', () => import('./inbox/inbox.ts')],
  ['trail', 'What people did: who, when, to which entry, and why', () => import('./trail.ts')],
  ['stop', 'Takes a kind of push no more, until it is started', () => import('./stops/stop.ts')],
  ['start', 'Takes a kind of push again that was stopped', () => import('./stops/start.ts')],
  ['stops', 'Which kinds of push are stopped, by whom and why', () => import('./stops/stops.ts')],
  ['backup', 'Both files of a SQLite store, while the application works', () => import('./backup.ts')],
  ['export', 'All that is kept of one person', () => import('./export.ts')],
  ['erase', 'Erases what is kept of one person', () => import('./erase.ts')],
  ['reseal', 'Seals a store anew under a new secret', () => import('./reseal.ts')],
  ['sessions', 'Sessions of subscribers, with masked transcripts', () => import('./sessions.ts')],
]

/** Runs `fastify-merchant-webhooks <command> …` and gives the exit code: 0 done, 1 failed, 2 not understood. */
export async function runCommand(args: readonly string[], plain: Terminal): Promise<number> {
  // Everything that is written passes here.
  const terminal = clearTerminal(plain)
  const root = await rootFor(args, terminal)
  try {
    await root.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (isHelp(error)) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof CommanderError || error instanceof UsageError)) {
      terminal.err(messageOf(error))
      return 1
    }
    const problem = error instanceof CommanderError ? problemOf(error, commandNames) : error.message
    terminal.err(`${problem}\n${[program, ...wordsOf(root, args)].join(' ')} --help tells more.`)
    return 2
  }
}

async function rootFor(args: readonly string[], terminal: Terminal): Promise<Command> {
  const root = new Command(program)
    .usage('<command> [options]')
    .helpOption('-h, --help', 'this help')
    .helpCommand('help [command]', 'what a command does')
    .addHelpText('after', `\n${program} <command> --help tells more.\nExit codes: 0 done, 1 failed, 2 not understood.`)
    .exitOverride()
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

const usualColumns = 80

/** The words that name a command and its action. */
function wordsOf(root: Command, [word, ...rest]: readonly string[]): readonly string[] {
  const command = root.commands.find((one) => one.name() === word)
  return command === undefined ? [] : [command.name(), ...wordsOf(command, rest)]
}
