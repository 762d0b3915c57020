import { nearestWord } from '../replies/checks/nearest-word.ts'
import { printable } from '../text/clean-text.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** One command of the command line. */
export interface Command {
  readonly summary: string
  readonly usage: string
  run(args: readonly string[], terminal: Terminal): Promise<void>
}

/** What a command can do, by its word. */
export type Actions = ReadonlyMap<string, (args: readonly string[], terminal: Terminal) => Promise<void>>

/**
 * Runs what the first argument names, or `usual` where it names nothing.
 *
 * @throws UsageError naming what there is
 */
export async function runAction(
  actions: Actions,
  usual: string,
  args: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const [word = usual, ...rest] = args
  const isOption = word.startsWith('-')
  const action = actions.get(isOption ? usual : word)
  if (action === undefined) {
    const known = [...actions.keys()]
    const nearest = nearestWord(word, known)
    throw new UsageError(
      `There is no '${printable(word)}': ${nearest === undefined ? `there are ${known.join(', ')}` : `'${nearest}' may be meant`}.`,
    )
  }
  await action(isOption ? args : rest, terminal)
}
