import { entryStates } from '../inbox/look/inbox-query.ts'
import { filterOptions, readFilterValues } from './inbox-filter.ts'
import { readArgs, storeOptions } from './look-args.ts'
import { showJson } from './showable.ts'
import { formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'
import { withInbox } from './with-inbox.ts'

const options = { ...storeOptions, ...filterOptions } as const

/** `fastify-merchant-webhooks inbox count`: how many entries are in each state. */
export async function countInbox(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = readArgs(args, options)
  const filter = readFilterValues(values, Date.now())
  await withInbox(values, async (inbox) => {
    const counts = await inbox.count(filter)
    if (values.json === true) terminal.out(showJson(counts, 2))
    else
      terminal.out(
        formatTable(
          ['state', 'entries'],
          entryStates.map((state) => [state, String(counts[state])]),
        ),
      )
  })
}
