import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import { type EntryKind, entryKinds } from '../../store/entry.ts'

/** How many entries need review, by kind; 1,000 at most each. Where none does, which is usual, it is one question. */
export async function openReviews(inbox: Inbox): Promise<ReadonlyMap<EntryKind, number>> {
  if ((await count(inbox, {}, 1)) === 0) return new Map()
  return new Map(
    await Promise.all(entryKinds.map(async (kinds) => [kinds, await count(inbox, { kinds }, most)] as const)),
  )
}

async function count(inbox: Inbox, filter: InboxFilter, most: number): Promise<number> {
  const counts = await inbox.count({ ...filter, needsReview: true }, { most })
  return Object.values(counts).reduce((sum, each) => sum + each, 0)
}

const most = 1_000
