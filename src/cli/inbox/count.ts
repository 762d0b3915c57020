import { entryStates } from '../../admin/inbox-query.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { readAt } from '../look/read-time.ts'
import { formatTable } from '../look/table.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { type FilterValues, readFilterValues } from './filter.ts'

/** `fastify-merchant-webhooks inbox count`: how many entries are in each state, and how many need review. */
export async function countInbox(values: RegistrationPlace & FilterValues, terminal: Terminal): Promise<void> {
  const filterAt = readAt((now) => readFilterValues(values, now))
  await withInbox(values, async (inbox, { now }) => {
    const filter = filterAt(now)
    const counts = await inbox.count(filter)
    const reviews = await inbox.count({ ...filter, needsReview: true })
    const needsReview = entryStates.reduce((sum, state) => sum + reviews[state], 0)
    const rows = [...entryStates.map((state) => [state, String(counts[state])]), ['needs review', String(needsReview)]]
    if (values.json === true) terminal.out(showJson({ ...counts, needsReview }, 2))
    else terminal.out(formatTable(['state', 'entries'], rows))
  })
}
