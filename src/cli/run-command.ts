import { printable } from '../text/clean-text.ts'
import type { Command } from './command.ts'
import { inbox } from './inbox/inbox.ts'
import { sessions } from './sessions.ts'
import { clearTerminal, messageOf, type Terminal, UsageError } from './terminal.ts'
import { urls } from './urls.ts'

const commands: ReadonlyMap<string, Command> = new Map([
  ['urls', urls],
  ['inbox', inbox],
  ['sessions', sessions],
])

/** Runs `fastify-merchant-webhooks <command> …` and gives the exit code: 0 done, 1 failed, 2 not understood. */
export async function runCommand(args: readonly string[], plain: Terminal): Promise<number> {
  // Everything that is written passes here.
  const terminal = clearTerminal(plain)
  const [name, ...rest] = args
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(help())
    return name === undefined ? 2 : 0
  }
  const command = commands.get(name)
  if (command === undefined) {
    terminal.err(`There is no command '${printable(name)}'.\n\n${help()}`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(command.usage)
    return 0
  }
  try {
    await command.run(rest, terminal)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n${program} ${name} --help tells more.`)
      return 2
    }
    terminal.err(messageOf(error))
    return 1
  }
}

// Only this name is safe with npx: where the package is not installed, npx would run a stranger's `merchant`.
const program = 'npx fastify-merchant-webhooks'

function help(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  const command = `${program} <command>`
  return [`Usage: ${command} [options]`, '', ...lines, '', `${command} --help tells more.`].join('\n')
}
