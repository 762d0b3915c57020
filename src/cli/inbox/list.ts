import { listOptions, showerOf } from '../look/listing.ts'
import { readArgs, readLimit, storeOptions } from '../look/look-args.ts'
import { withInbox } from '../look/look-at-store.ts'
import type { Terminal } from '../terminal.ts'
import { filterOptions, filtersOf, readFilterValues } from './filter.ts'
import { inboxHeadings, inboxJson, inboxRow } from './rows.ts'

const options = { ...storeOptions, ...filterOptions, ...listOptions } as const

/** `fastify-merchant-webhooks inbox list`: a page of entries, or all of them, newest first. */
export async function listInbox(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = readArgs(args, options)
  const now = Date.now()
  const filter = readFilterValues(values, now)
  const place = { limit: readLimit(values.limit), cursor: values.cursor }
  const said = filtersOf(values)
  await withInbox(values, (inbox, registration) =>
    showerOf(values)(
      {
        name: 'entries',
        page: async (at) => {
          const { entries, next } = await inbox.list({ ...filter, ...at })
          return { items: entries, next }
        },
        headings: inboxHeadings,
        elastic: ['id', 'reference', 'note'],
        row: (entry) => inboxRow(entry, now),
        json: inboxJson,
        nothing:
          said === ''
            ? `The inbox of '${registration}' is empty.`
            : `Nothing in the inbox of '${registration}' fits ${said}: leave something out to find more.`,
      },
      place,
      terminal,
    ),
  )
}
