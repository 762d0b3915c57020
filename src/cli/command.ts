import { type Command, CommanderError } from 'commander'
import { withShownAddresses } from '../simulator/wire/shown-address.ts'
import { printable } from '../text/clean-text.ts'
import { hintOf } from '../text/nearest-word.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** What the module of a command exports: says what the command takes, and what it does at a terminal. */
export type Define = (command: Command, terminal: Terminal) => void

// Only this name is safe with npx: where the package is not installed, npx would run a stranger's `merchant`.
export const program = 'npx fastify-merchant-webhooks'

/** Ends the help of a command with examples, each without the program's name. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((words) => `  $ ${program} ${words}`).join('\n')}`)
}

/** The option that every command has. */
export function withJson(command: Command, what = 'as JSON'): Command {
  return command.option('--json', what)
}

/** Does one action of a group where its name is left out: a word that is no action is refused by it. */
export function usualAction(group: Command, action: Command): Command {
  return action.allowExcessArguments().hook('preAction', (_action, { args: [word] }) => {
    const known = group.commands.map((command) => command.name())
    if (word !== undefined) throw new UsageError(`There is no '${printable(word)}': ${hintOf(word, known)}.`)
  })
}

/** What commander says of arguments that it can't read, as a sentence on one line. */
export function problemOf({ code, message }: CommanderError, commands: readonly string[]): string {
  const [, said = '', hint] = /^(?:error: )?(.*?)(?:\n\((Did you mean [^\n]*\?)\))?$/s.exec(message) ?? []
  const sentence = printable(withShownAddresses(said.charAt(0).toUpperCase() + said.slice(1))).replace(/\.?$/, '.')
  if (hint !== undefined) return `${sentence} ${printable(hint)}`
  return code === 'commander.unknownCommand' ? `${sentence} There are ${commands.join(', ')}.` : sentence
}

/** Whether help was asked for, or is all that can be said. */
export function isHelp(error: unknown): error is CommanderError {
  return error instanceof CommanderError && /^commander\.(?:help|helpDisplayed|version)$/.test(error.code)
}
