import { runCommand } from '../../src/cli/run-command.ts'
import type { Terminal } from '../../src/cli/terminal.ts'

/** What a command printed and the code it ended with. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export async function run(...args: string[]): Promise<Ran> {
  return runAt({}, ...args)
}

/** Runs a command at a terminal that can do more than print. */
export async function runAt(terminal: Partial<Terminal>, ...args: string[]): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(args, { out: (text) => out.push(text), err: (text) => err.push(text), ...terminal })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** A module of this folder. */
export const app = (name: string): string => new URL(`./apps/${name}.ts`, import.meta.url).pathname
