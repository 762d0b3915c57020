import { runCommand } from '../../src/cli/run-command.ts'

/** What a command printed and the code it ended with. */
export async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(args, { out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** A module of this folder. */
export const app = (name: string): string => new URL(`./apps/${name}.ts`, import.meta.url).pathname
