import { run } from '../../cli/run.ts'

/** A command or an action, with its help of 80 columns. */
export interface KnownCommand {
  readonly words: readonly string[]
  readonly help: string
}

/** Every command and every action, as the help lists them. */
export async function everyCommand(words: readonly string[] = []): Promise<readonly KnownCommand[]> {
  const { out } = await run(...words, '--help')
  const [, listed = ''] = /\nCommands:\n((?: {2}.*\n)+)/.exec(out) ?? []
  const names = [...listed.matchAll(/^ {2}([a-z][\w-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help')
  const below = await Promise.all(names.map((name) => everyCommand([...words, name])))
  return [...(words.length === 0 ? [] : [{ words, help: out }]), ...below.flat()]
}
