import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import { type SeenEntry, seenAs } from '../../admin/seen/seen-entry.ts'

/** All that fits as it is now, the oldest first: a person is asked about these, and it is done with no others. */
export async function seenOf(inbox: Inbox, filter: InboxFilter): Promise<readonly SeenEntry[]> {
  const seen: SeenEntry[] = []
  for await (const entry of inbox.all({ ...filter, limit: pageSize })) seen.push(seenAs(entry))
  return seen.reverse()
}

const pageSize = 1_000
