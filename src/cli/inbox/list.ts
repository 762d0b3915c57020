import { inboxJson } from '../../admin/masked-entry.ts'
import { type ListValues, showerOf } from '../look/listing.ts'
import { phoneHint, readCountryOption, readLimit } from '../look/look-args.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { readAt } from '../look/read-time.ts'
import type { Terminal } from '../terminal.ts'
import { type FilterValues, filtersOf, readFilterValues } from './filter.ts'
import { inboxHeadings, inboxRow } from './rows.ts'

/** `fastify-merchant-webhooks inbox list`: a page of entries, or all of them, newest first. */
export async function listInbox(
  values: RegistrationPlace & FilterValues & ListValues,
  terminal: Terminal,
): Promise<void> {
  const filterAt = readAt((now) => readFilterValues(values, now))
  const place = { limit: readLimit(values.limit), cursor: values.cursor }
  const said = filtersOf(values)
  await withInbox(
    values,
    (inbox, registration, _trail, now) => {
      const filter = filterAt(now)
      return showerOf(values)(
        {
          name: 'entries',
          page: async (at) => {
            const { entries, next } = await inbox.list({ ...filter, ...at })
            return { items: entries, next }
          },
          headings: inboxHeadings,
          fit: { elastic: ['id', 'reference'], names: ['id', 'reference'], isLastBelow: true },
          row: (entry) => inboxRow(entry, now),
          json: inboxJson,
          nothing:
            said === ''
              ? `The inbox of '${registration}' is empty.`
              : `Nothing in the inbox of '${registration}' fits ${said}: leave something out to find more.${phoneHint(values)}`,
        },
        place,
        terminal,
      )
    },
    readCountryOption(values.country),
  )
}
