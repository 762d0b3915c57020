import { findEntry } from './find-entry.ts'
import { readArgs, storeOptions } from './look-args.ts'
import { maskNumbers, showable, showJson } from './showable.ts'
import type { Terminal } from './terminal.ts'
import { withInbox } from './with-inbox.ts'

/** `merchant inbox replay`: asks for one entry again. */
export async function replayEntry(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, word } = readArgs(args, storeOptions, 'one entry, by its id or its reference')
  await withInbox(values, async (inbox) => {
    const id = await findEntry(inbox, word)
    await inbox.replay(id)
    if (values.json === true) terminal.out(showJson({ id: maskNumbers(id), replayed: true }, 2))
    else terminal.out(`Asked for ${showable(id)} again: the application works on it when it runs.`)
  })
}
